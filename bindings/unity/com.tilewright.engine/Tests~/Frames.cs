using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Tilewright;

/// <summary>
/// Answers the frames of a file (Frames IN OUT), plays games (--games N), runs the sample (--sample)
/// or times the frames of a file (--time IN).
/// </summary>
public static class Frames
{
    public static int Main(string[] arguments)
    {
        if (arguments.Length == 2 && arguments[0] == "--games")
        {
            return Games(int.Parse(arguments[1]));
        }
        if (arguments.Length == 2 && arguments[0] == "--time")
        {
            return Speed.Run(arguments[1]);
        }
        if (arguments.Length == 1 && arguments[0] == "--sample")
        {
            return Sample.Run();
        }
        using (var engine = new Engine())
        using (var input = new BinaryReader(File.OpenRead(arguments[0])))
        using (var output = new BinaryWriter(File.Create(arguments[1])))
        {
            var count = 0;
            for (; input.BaseStream.Position < input.BaseStream.Length; count++)
            {
                var response = engine.Handle(input.ReadBytes(input.ReadInt32()));
                output.Write(response.Length);
                output.Write(response);
            }
            Console.WriteLine(count + " frames answered");
        }
        return 0;
    }

    private static void Expect(bool condition, string what)
    {
        if (!condition)
        {
            Console.Error.WriteLine("expected: " + what);
            Environment.Exit(1);
        }
    }

    private static void Refused(Action action, string part)
    {
        try
        {
            action();
        }
        catch (Exception error) when (error is TilewrightException || error is ArgumentNullException)
        {
            Expect(error.Message.Contains(part), part + " in " + error.Message);
            return;
        }
        Expect(false, "an error with " + part);
    }

    private static int Games(int games)
    {
        const string Small = "{\"shipped\":\"en_test_small\"}";
        var engine = new Engine();
        var game = Game.Create(engine, "stacking", 2, 3, Small);
        int scored = 0, stacks = 0, ended = 0, highest = 0;
        game.Scored += account => scored += account["words"].Items.Count > 0 ? 1 : 0;
        game.StackChanged += (cell, height) =>
        {
            stacks++;
            highest = Math.Max(highest, height);
            Expect(game.Height(cell) == height, "the height of " + cell);
        };
        game.Ended += result => ended++;
        for (var turn = 0; turn < 200 && !game.IsOver; turn++)
        {
            game.Submit(game.Best("strong"));
        }
        Expect(game.IsOver && ended == 1, "an end");
        Expect(scored > 3 && stacks > 10 && highest > 1, "scores " + scored + ", stacks " + stacks + ", height " + highest);
        var saved = game.Save();
        game.Undo();
        game.Redo();
        Expect(game.Save() == saved, "the same game after undo and redo");
        Expect(Game.Load(engine, saved).Revision == game.Revision, "the same game after loading");
        Expect(game.Render().StartsWith("<svg"), "a picture");
        Refused(() => game.Pass(0), "over");

        // Eight threads at once say the same.
        var said = new HashSet<string>();
        var threads = new List<Thread>();
        for (var i = 0; i < 8; i++)
        {
            var thread = new Thread(() =>
            {
                var other = Game.Create(engine, "hex", 2, 5, "\"free\"");
                lock (said)
                {
                    said.Add(other.Save());
                }
            });
            thread.Start();
            threads.Add(thread);
        }
        threads.ForEach(thread => thread.Join());
        Expect(said.Count == 1, "one answer for all threads");

        // Games come and go, the memory does not grow.
        long before = 0;
        for (var i = 0; i < games + 500; i++)
        {
            if (i == 500)
            {
                before = Resident();
            }
            Game.Create(engine, "classic", 2, 1, "\"free\"");
        }
        GC.Collect();
        var after = Resident();
        var grown = after - before;
        Expect(grown < 24 << 20, "no growth, but " + (grown >> 10) + " kB");
        Misuse(engine, game);
        Expect(Engine.OpenHandles == 1, "one open handle");
        engine.Dispose();
        engine.Dispose();
        // Its place is taken by another engine, which the old one does not reach.
        using (var next = new Engine())
        {
            Refused(() => engine.Handle("{}"), "freed");
            Refused(() => engine.AddLexicon("x", new byte[] { 65 }), "freed");
            Refused(() => game.View(), "freed");
            Expect(next.Handle("{}").Contains("\"error\""), "an answer");
        }
        Expect(Engine.OpenHandles == 0, "no open handle");
        Console.WriteLine(
            "all is well, " + games + " games: " + (before >> 10) + " kB before, " + (after >> 10) + " kB after");
        return 0;
    }

    /// <summary>Bad input is answered with an error, and the engine goes on.</summary>
    private static void Misuse(Engine engine, Game game)
    {
        Refused(() => engine.Handle((byte[])null), "request");
        Refused(() => engine.Handle((string)null), "");
        Refused(() => engine.AddLexicon(null, new byte[1]), "");
        Refused(() => engine.AddLexicon("x", null), "list");
        Refused(() => engine.AddLexicon("x", new byte[] { 255, 254 }), "word list");
        Refused(() => new Func<Game>(() => Game.Load(null, "{}"))(), "engine");
        Refused(() => Game.Create(engine, null, 2, 1), "text");
        Refused(() => game.Swap(null), "tiles");
        foreach (var text in new[] { null, "", "null", "{", "\u0001", new string('x', 10 << 20) })
        {
            Refused(() => Game.Load(engine, text), "");
            Refused(() => game.Play(text), "");
        }
        var whole = System.Text.Encoding.UTF8.GetBytes("{\"v\":1,\"call\":{\"op\":\"variants\"}}");
        var half = new byte[whole.Length / 2];
        Array.Copy(whole, half, half.Length);
        foreach (var bytes in new[] { new byte[0], half, new byte[] { 255, 254 }, new byte[10 << 20] })
        {
            var response = System.Text.Encoding.UTF8.GetString(engine.Handle(bytes));
            Expect(response.Contains("\"error\":{\"code\":"), "an error, not " + response);
        }
        Expect(engine.Handle("").Contains("bad_request"), "an answer to nothing");
    }

    /// <summary>The bytes of memory that the process has.</summary>
    private static long Resident()
    {
        return long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1]) * 4096;
    }
}
