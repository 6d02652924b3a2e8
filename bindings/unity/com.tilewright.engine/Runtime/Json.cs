using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Tilewright
{
    /// <summary>A part of a message. What is not there is null, so paths need no checks.</summary>
    public sealed class Json
    {
        private static readonly Json Nothing = new Json(null);
        private readonly object value;

        private Json(object value)
        {
            this.value = value;
        }

        /// <summary>Whether there is nothing.</summary>
        public bool IsNull => value == null;

        /// <summary>The text; null if it is none.</summary>
        public string Text => value as string;

        /// <summary>Whether it is true.</summary>
        public bool True => value is bool flag && flag;

        /// <summary>A number as it is written, however large; null if it is none.</summary>
        public string Number => (value as Digits)?.Text;

        /// <summary>A whole number; 0 if it is none.</summary>
        public long Whole
        {
            get
            {
                long.TryParse(Number, NumberStyles.Integer, CultureInfo.InvariantCulture, out var whole);
                return whole;
            }
        }

        /// <summary>The items of a list; none if it is no list.</summary>
        public IReadOnlyList<Json> Items => value as List<Json> ?? (IReadOnlyList<Json>)Array.Empty<Json>();

        /// <summary>The members of an object; none if it is no object.</summary>
        public IReadOnlyDictionary<string, Json> Members =>
            value as Dictionary<string, Json> ?? new Dictionary<string, Json>();

        /// <summary>A member of an object.</summary>
        public Json this[string name] =>
            value is Dictionary<string, Json> map && map.TryGetValue(name, out var found) ? found : Nothing;

        /// <summary>An item of a list.</summary>
        public Json this[int index] =>
            value is List<Json> list && index >= 0 && index < list.Count ? list[index] : Nothing;

        /// <summary>Reads a text; a text that is no JSON is a FormatException.</summary>
        public static Json Parse(string text)
        {
            if (text == null)
            {
                throw new ArgumentNullException(nameof(text));
            }
            var at = 0;
            var read = new Json(Read(text, ref at, 0));
            Skip(text, ref at);
            return at == text.Length ? read : throw Bad(at);
        }

        /// <summary>A text as JSON, with its quotes.</summary>
        public static string Quote(string text)
        {
            if (text == null)
            {
                throw new ArgumentNullException(nameof(text));
            }
            var written = new StringBuilder("\"");
            foreach (var character in text)
            {
                if (character == '"' || character == '\\')
                {
                    written.Append('\\').Append(character);
                }
                else if (character < ' ')
                {
                    written.Append("\\u").Append(((int)character).ToString("x4"));
                }
                else
                {
                    written.Append(character);
                }
            }
            return written.Append('"').ToString();
        }

        private sealed class Digits
        {
            internal string Text;
        }

        private static FormatException Bad(int at)
        {
            return new FormatException("no JSON at character " + at);
        }

        private static void Skip(string text, ref int at)
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0)
            {
                at++;
            }
        }

        private static object Read(string text, ref int at, int depth)
        {
            Skip(text, ref at);
            if (at >= text.Length || depth > 200)
            {
                throw Bad(at);
            }
            switch (text[at])
            {
                case '{':
                    return Object(text, ref at, depth);
                case '[':
                    return List(text, ref at, depth);
                case '"':
                    return String(text, ref at);
                case 't':
                    return Word(text, ref at, "true", true);
                case 'f':
                    return Word(text, ref at, "false", false);
                case 'n':
                    return Word(text, ref at, "null", null);
            }
            var start = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0)
            {
                at++;
            }
            return at > start ? new Digits { Text = text.Substring(start, at - start) } : throw Bad(at);
        }

        private static object Word(string text, ref int at, string word, object means)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            {
                throw Bad(at);
            }
            at += word.Length;
            return means;
        }

        private static bool Next(string text, ref int at, char wanted)
        {
            Skip(text, ref at);
            if (at < text.Length && text[at] == wanted)
            {
                at++;
                return true;
            }
            return false;
        }

        private static object Object(string text, ref int at, int depth)
        {
            var map = new Dictionary<string, Json>();
            at++;
            if (Next(text, ref at, '}'))
            {
                return map;
            }
            do
            {
                Skip(text, ref at);
                if (at >= text.Length || text[at] != '"')
                {
                    throw Bad(at);
                }
                var name = String(text, ref at);
                if (!Next(text, ref at, ':'))
                {
                    throw Bad(at);
                }
                map[name] = new Json(Read(text, ref at, depth + 1));
            }
            while (Next(text, ref at, ','));
            return Next(text, ref at, '}') ? map : throw Bad(at);
        }

        private static object List(string text, ref int at, int depth)
        {
            var list = new List<Json>();
            at++;
            if (Next(text, ref at, ']'))
            {
                return list;
            }
            do
            {
                list.Add(new Json(Read(text, ref at, depth + 1)));
            }
            while (Next(text, ref at, ','));
            return Next(text, ref at, ']') ? list : throw Bad(at);
        }

        private static string String(string text, ref int at)
        {
            var read = new StringBuilder();
            for (at++; at < text.Length && text[at] != '"'; at++)
            {
                if (text[at] != '\\')
                {
                    read.Append(text[at]);
                    continue;
                }
                at++;
                var known = at < text.Length ? "nrtbf".IndexOf(text[at]) : -1;
                if (known >= 0)
                {
                    read.Append("\n\r\t\b\f"[known]);
                }
                else if (at + 4 < text.Length && text[at] == 'u')
                {
                    read.Append((char)Convert.ToInt32(text.Substring(at + 1, 4), 16));
                    at += 4;
                }
                else if (at < text.Length)
                {
                    read.Append(text[at]);
                }
            }
            if (at >= text.Length)
            {
                throw Bad(at);
            }
            at++;
            return read.ToString();
        }
    }
}
