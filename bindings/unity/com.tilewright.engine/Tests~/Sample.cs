using System;
using System.Collections;
using System.Linq;
using System.Reflection;
using UnityEngine;

/// <summary>Runs the sample script frame by frame over the stand-ins, until its game is over.</summary>
public static class Sample
{
    public static int Run()
    {
        var sample = new BoardSample();
        Send(sample, "Start");
        var frames = 0;
        for (; sample.Coroutines.Count > 0; frames++)
        {
            if (frames > 10000)
            {
                return Fail("the game does not end");
            }
            foreach (IEnumerator routine in sample.Coroutines.ToArray())
            {
                if (!routine.MoveNext())
                {
                    sample.Coroutines.Remove(routine);
                }
            }
            Send(sample, "OnGUI");
        }
        Send(sample, "OnDestroy");
        var tiles = GameObject.Made;
        var flashed = tiles.Count(tile => tile.GetComponent<Renderer>().material.Changes > 1);
        var highest = tiles.Max(tile => tile.transform.localPosition.y);
        if (tiles.Count < 20 || flashed < 3 || highest < 0.2f || GUI.Shown != "The game is over.")
        {
            return Fail(tiles.Count + " tiles, " + flashed + " flashed, highest at " + highest + ", " + GUI.Shown);
        }
        Console.WriteLine(frames + " frames, " + tiles.Count + " tiles, " + flashed + " flashed");
        return 0;
    }

    private static void Send(BoardSample sample, string message)
    {
        var method = typeof(BoardSample).GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic);
        method.Invoke(sample, null);
    }

    private static int Fail(string what)
    {
        Console.Error.WriteLine("the sample: " + what);
        return 1;
    }
}
