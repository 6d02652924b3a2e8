using System;
using System.Collections;
using System.Collections.Generic;

/// <summary>As much of Unity as the sample uses, so that it can be compiled and run without Unity.</summary>
namespace UnityEngine
{
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute
    {
    }

    public enum PrimitiveType
    {
        Cube,
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

    public struct Rect
    {
        public Rect(float x, float y, float width, float height)
        {
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
            return new Color(
                from.r + (to.r - from.r) * part, from.g + (to.g - from.g) * part, from.b + (to.b - from.b) * part);
        }
    }

    public class Object
    {
        /// <summary>The objects that were destroyed.</summary>
        public static readonly HashSet<Object> Destroyed = new HashSet<Object>();

        public static void Destroy(Object thing)
        {
            Destroyed.Add(thing);
        }
    }

    public sealed class Transform
    {
        public Vector3 localScale, localPosition;

        public void SetParent(Transform parent, bool keepPlace)
        {
        }
    }

    public sealed class Material
    {
        private Color now;

        /// <summary>How often a colour was set.</summary>
        public int Changes { get; private set; }

        public Color color
        {
            get
            {
                return now;
            }
            set
            {
                now = value;
                Changes++;
            }
        }
    }

    public sealed class Renderer
    {
        public readonly Material material = new Material();
    }

    public sealed class GameObject : Object
    {
        /// <summary>The objects that were made.</summary>
        public static readonly List<GameObject> Made = new List<GameObject>();

        public readonly Transform transform = new Transform();
        private readonly Renderer renderer = new Renderer();

        public static GameObject CreatePrimitive(PrimitiveType kind)
        {
            var made = new GameObject();
            Made.Add(made);
            return made;
        }

        public T GetComponent<T>()
            where T : class
        {
            return renderer as T;
        }
    }

    public sealed class WaitForSeconds
    {
        public WaitForSeconds(float seconds)
        {
        }
    }

    public class MonoBehaviour : Object
    {
        public readonly Transform transform = new Transform();

        /// <summary>What runs beside the frames.</summary>
        public readonly List<IEnumerator> Coroutines = new List<IEnumerator>();

        public void StartCoroutine(IEnumerator routine)
        {
            Coroutines.Add(routine);
        }
    }

    public static class Random
    {
        public static int Range(int from, int to)
        {
            return from + 4;
        }
    }

    public static class Time
    {
        public const float deltaTime = 0.25f;
    }

    public static class GUI
    {
        /// <summary>The last text that was shown.</summary>
        public static string Shown = "";

        public static void Label(Rect place, string text)
        {
            Shown = text;
        }
    }
}
