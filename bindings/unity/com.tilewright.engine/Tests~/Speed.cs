using System;
using System.Globalization;
using System.IO;
using Tilewright;

/// <summary>Times the frames of a file: microseconds of processor time, one a line.</summary>
public static class Speed
{
    public static int Run(string file)
    {
        using (var engine = new Engine())
        using (var input = new BinaryReader(File.OpenRead(file)))
        {
            while (input.BaseStream.Position < input.BaseStream.Length)
            {
                var request = input.ReadBytes(input.ReadInt32());
                Time(engine, request, 3);
                var rounds = 1;
                while (Time(engine, request, rounds) < 2e5 && rounds < 1 << 20)
                {
                    rounds *= 2;
                }
                var least = double.MaxValue;
                for (var batch = 0; batch < 5; batch++)
                {
                    least = Math.Min(least, Time(engine, request, rounds) / rounds);
                }
                Console.WriteLine(least.ToString("F3", CultureInfo.InvariantCulture));
            }
        }
        return 0;
    }

    private static double Time(Engine engine, byte[] request, int rounds)
    {
        var start = Now();
        for (var round = 0; round < rounds; round++)
        {
            engine.Handle(request);
        }
        return Now() - start;
    }

    /// <summary>Processor time of this thread, in microseconds.</summary>
    private static double Now()
    {
        return long.Parse(File.ReadAllText("/proc/thread-self/schedstat").Split(' ')[0]) / 1e3;
    }
}
