using System;
using System.Collections;
using System.Collections.Generic;

/// <summary>As much of Unity as the sample needs, so that it can be compiled and run without.</summary>
namespace UnityEngine
{
    public class MonoBehaviour
    {
        /// <summary>The coroutines that run, of all objects.</summary>
        public static readonly List<IEnumerator> Running = new List<IEnumerator>();
        public readonly Transform transform = new Transform();

        public object StartCoroutine(IEnumerator routine)
        {
            Running.Add(routine);
            return routine;
        }

        protected static void Destroy(GameObject thing)
        {
            thing.Destroyed = true;
        }

        /// <summary>One frame: every coroutine goes on to where it waits next.</summary>
        public static void Frame()
        {
            foreach (var routine in Running.ToArray())
            {
                if (!routine.MoveNext())
                {
                    Running.Remove(routine);
                }
            }
        }
    }

    public sealed class SerializeField : Attribute
    {
    }

    public sealed class WaitForSeconds
    {
        public WaitForSeconds(float seconds)
        {
            Time.deltaTime = seconds / 4;
        }
    }

    public static class Time
    {
        public static float deltaTime = 0.3f;
    }

    public static class Random
    {
        public static int Range(int least, int most)
        {
            return Math.Min(Math.Max(3, least), most);
        }
    }

    public static class GUI
    {
        public static string Shown = "";

        public static void Label(Rect place, string text)
        {
            Shown = text;
        }
    }

    public struct Rect
    {
        public Rect(float x, float y, float width, float height)
        {
        }
    }

    public struct Vector2
    {
        public float x, y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    public struct Color
    {
        public float r, g, b;

        public Color(float r, float g, float b)
        {
            this.r = r;
            this.g = g;
            this.b = b;
        }

        public static Color Lerp(Color from, Color to, float part)
        {
            return new Color(from.r + (to.r - from.r) * part, from.g + (to.g - from.g) * part, from.b + (to.b - from.b) * part);
        }
    }

    public sealed class Transform
    {
        public Vector3 localScale;
        public Vector3 localPosition;

        public void SetParent(Transform parent, bool keepsPlace)
        {
        }
    }

    public sealed class Material
    {
        private Color shown;
        public readonly HashSet<Color> Colours = new HashSet<Color>();

        public Color color
        {
            get => shown;
            set
            {
                shown = value;
                Colours.Add(value);
            }
        }
    }

    public sealed class Renderer
    {
        public readonly Material material = new Material();
    }

    public enum PrimitiveType
    {
        Cube,
    }

    public sealed class GameObject
    {
        public static readonly List<GameObject> All = new List<GameObject>();
        public readonly Transform transform = new Transform();
        public readonly Renderer Renderer = new Renderer();
        public bool Destroyed;

        public static GameObject CreatePrimitive(PrimitiveType kind)
        {
            var made = new GameObject();
            All.Add(made);
            return made;
        }

        public T GetComponent<T>() where T : class
        {
            return Renderer as T;
        }
    }
}
