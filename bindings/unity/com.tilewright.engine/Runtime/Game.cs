using System;
using System.Collections.Generic;

namespace Tilewright
{
    /// <summary>A game. It holds the text of the whole game, which is sent with every call.</summary>
    public sealed class Game
    {
        private const string Start = "{\"v\":1,\"answer\":{\"type\":\"game\",\"game\":";
        private readonly Engine engine;
        private string text;
        private Dictionary<string, int> heights = new Dictionary<string, int>();

        /// <summary>A play was made: its account, with every letter, premium and bonus.</summary>
        public event Action<Json> Scored;

        /// <summary>The number of tiles on a cell has changed: the cell, and how many there are now.</summary>
        public event Action<string, int> StackChanged;

        /// <summary>Something happened: every event of the log, as it comes.</summary>
        public event Action<Json> Happened;

        /// <summary>The game is over: its result.</summary>
        public event Action<Json> Ended;

        /// <summary>What everybody may see: board, scores, whose turn it is.</summary>
        public Json Public { get; private set; }

        private Game(Engine engine)
        {
            this.engine = engine ?? throw new ArgumentNullException(nameof(engine));
        }

        /// <summary>Starts a game of a shipped variant. The words are JSON, e.g. "free" in quotes;
        /// null for the variant's own.</summary>
        public static Game Create(Engine engine, string variant, int players, ulong seed, string words = null)
        {
            var source = "{\"shipped\":" + Json.Quote(variant) + "}";
            return CreateFrom(engine, source, players, "{\"number\":" + seed + "}", words);
        }

        /// <summary>Starts a game of any variant; all parts are JSON as in the schema.</summary>
        public static Game CreateFrom(Engine engine, string variant, int players, string seed, string words = null)
        {
            var game = new Game(engine);
            var more = words == null ? "" : ",\"words\":" + words;
            game.Change("{\"op\":\"new\",\"variant\":" + variant + ",\"players\":" + players
                + ",\"seed\":" + seed + more + "}");
            return game;
        }

        /// <summary>Goes on with a game that was saved.</summary>
        public static Game Load(Engine engine, string saved)
        {
            var game = new Game(engine) { text = saved };
            game.Show(game.View()["spectator"]["game"]);
            return game;
        }

        /// <summary>The whole game as text. It holds the seed and all tiles.</summary>
        public string Save()
        {
            return text;
        }

        /// <summary>The seat to move.</summary>
        public int ToMove => (int)Public["to_move"].Whole;

        /// <summary>The number of events so far.</summary>
        public long Revision => Public["revision"].Whole;

        /// <summary>Whether the game is over.</summary>
        public bool IsOver => !Public["result"].IsNull;

        /// <summary>The number of tiles on a cell.</summary>
        public int Height(string cell)
        {
            return heights.TryGetValue(cell, out var height) ? height : 0;
        }

        /// <summary>What a seat sees, or a spectator.</summary>
        public Json View(int? seat = null)
        {
            return Ask("view", ",\"viewer\":" + Viewer(seat))["view"];
        }

        /// <summary>What a move would score, or every reason why it is not legal.</summary>
        public Json Preview(string move, int? seat = null)
        {
            return Ask("preview", Seat(seat) + ",\"move\":" + move);
        }

        /// <summary>Submits a command, as JSON.</summary>
        public Json Submit(string command)
        {
            return Change(About("submit", ",\"submission\":{\"command\":" + command + "}"));
        }

        /// <summary>Makes a move, as JSON: {"actions":[{"place":{"x":7,"y":7,"kind_id":"A"}}]}.</summary>
        public Json Play(string move, int? seat = null)
        {
            return Submit("{\"type\":\"move\"" + Seat(seat) + ",\"move\":" + move + "}");
        }

        /// <summary>Gives tiles back for new ones.</summary>
        public Json Swap(IEnumerable<string> tiles, int? seat = null)
        {
            var names = new List<string>();
            foreach (var tile in tiles ?? throw new ArgumentNullException(nameof(tiles)))
            {
                names.Add(Json.Quote(tile));
            }
            return Play("{\"actions\":[{\"swap_rack\":{\"tiles\":[" + string.Join(",", names) + "]}}]}", seat);
        }

        /// <summary>Passes.</summary>
        public Json Pass(int? seat = null)
        {
            return Submit("{\"type\":\"pass\"" + Seat(seat) + "}");
        }

        /// <summary>Challenges the last move.</summary>
        public Json Challenge(int? seat = null)
        {
            return Submit("{\"type\":\"challenge\"" + Seat(seat) + "}");
        }

        /// <summary>Gives up.</summary>
        public Json Resign(int? seat = null)
        {
            return Submit("{\"type\":\"resign\"" + Seat(seat) + "}");
        }

        /// <summary>Takes the last command back.</summary>
        public Json Undo()
        {
            return Change(About("undo", ""));
        }

        /// <summary>Does the next undone command again.</summary>
        public Json Redo()
        {
            return Change(About("redo", ""));
        }

        /// <summary>The legal plays of a seat, best first, and how many there are.</summary>
        public Json Moves(int count, int? seat = null)
        {
            return Ask("moves", Seat(seat) + ",\"count\":" + count);
        }

        /// <summary>What a player of a level would do, as JSON to be submitted.</summary>
        public string Best(string level = "expert", int? seat = null, ulong seed = 0)
        {
            var more = Seat(seat) + ",\"level\":" + Json.Quote(level) + ",\"seed\":" + seed;
            var response = Response(About("best", more));
            Engine.Answer(response);
            return Cut(response, "{\"v\":1,\"answer\":{\"type\":\"best\",\"command\":");
        }

        /// <summary>The events that a viewer may see.</summary>
        public IReadOnlyList<Json> Events(int? seat = null, long after = 0)
        {
            return Ask("events", ",\"viewer\":" + Viewer(seat) + ",\"after\":" + after)["events"].Items;
        }

        /// <summary>A picture of the board as SVG.</summary>
        public string Render()
        {
            return Ask("render", "")["svg"].Text;
        }

        private static string Viewer(int? seat)
        {
            return seat.HasValue ? "{\"seat\":" + seat.Value + "}" : "\"spectator\"";
        }

        private string Seat(int? seat)
        {
            return ",\"seat\":" + (seat ?? ToMove);
        }

        private string About(string op, string more)
        {
            return "{\"op\":\"" + op + "\",\"game\":" + text + more + "}";
        }

        private string Response(string call)
        {
            return engine.Handle("{\"v\":1,\"call\":" + call + "}");
        }

        private Json Ask(string op, string more)
        {
            return Engine.Answer(Response(About(op, more)));
        }

        private Json Change(string call)
        {
            var response = Response(call);
            var answer = Engine.Answer(response);
            text = Cut(response, Start);
            Show(answer["view"]["spectator"]["game"]);
            foreach (var happened in answer["events"].Items)
            {
                Happened?.Invoke(happened);
                if (happened["fact"]["type"].Text == "played")
                {
                    Scored?.Invoke(happened["fact"]["score"]);
                }
            }
            if (IsOver)
            {
                Ended?.Invoke(Public["result"]);
            }
            return answer;
        }

        /// <summary>Takes over what everybody sees, and reports which stacks have changed.</summary>
        private void Show(Json seen)
        {
            Public = seen;
            var now = new Dictionary<string, int>();
            foreach (var cell in seen["board"].Items)
            {
                now[cell["cell"].Text] = cell["tiles"].Items.Count;
            }
            var before = heights;
            heights = now;
            foreach (var cell in now)
            {
                if (!before.TryGetValue(cell.Key, out var height) || height != cell.Value)
                {
                    StackChanged?.Invoke(cell.Key, cell.Value);
                }
            }
            foreach (var cell in before.Keys)
            {
                if (!now.ContainsKey(cell))
                {
                    StackChanged?.Invoke(cell, 0);
                }
            }
        }

        /// <summary>The object that follows a known start, as it is written.</summary>
        private static string Cut(string response, string start)
        {
            if (!response.StartsWith(start, StringComparison.Ordinal))
            {
                throw new FormatException("the response does not begin with " + start);
            }
            var depth = 0;
            var quoted = false;
            for (var at = start.Length; at < response.Length; at++)
            {
                var character = response[at];
                if (quoted)
                {
                    at += character == '\\' ? 1 : 0;
                    quoted = character != '"';
                    continue;
                }
                quoted = character == '"';
                depth += character == '{' || character == '[' ? 1 : character == '}' || character == ']' ? -1 : 0;
                if (depth == 0)
                {
                    return response.Substring(start.Length, at + 1 - start.Length);
                }
            }
            throw new FormatException("the response is torn");
        }
    }
}
