using System;
using System.Collections.Generic;
using System.Text;

namespace Tilewright
{
    /// <summary>An error of the engine: its code, its message, every broken rule.</summary>
    public sealed class TilewrightException : Exception
    {
        /// <summary>What kind of error it is, e.g. "rules".</summary>
        public string Code { get; }

        /// <summary>Every rule that was broken, as the engine reports it.</summary>
        public IReadOnlyList<Json> Violations { get; }

        internal TilewrightException(string code, string message, IReadOnlyList<Json> violations)
            : base(message)
        {
            Code = code;
            Violations = violations ?? Array.Empty<Json>();
        }
    }

    /// <summary>The engine. It may be used by several threads at once.</summary>
    public sealed class Engine : IDisposable
    {
        private readonly ulong handle;
        private int disposed;

        /// <summary>Makes an engine.</summary>
        public Engine()
        {
            if (Native.tw_abi_version() != Native.AbiVersion)
            {
                throw new TilewrightException("call", "the library is of another version than these classes", null);
            }
            Native.Check(Native.tw_engine_new(out handle));
        }

        /// <summary>Frees the engine if nobody did.</summary>
        ~Engine()
        {
            Dispose();
        }

        /// <summary>The number of engines and responses that the library holds, for tests.</summary>
        public static ulong OpenHandles => Native.tw_open_handles().ToUInt64();

        /// <summary>Adds a word list: text with one word a line, or a packed list.</summary>
        public void AddLexicon(string id, byte[] list)
        {
            if (list == null)
            {
                throw new ArgumentNullException(nameof(list));
            }
            var name = Encoding.UTF8.GetBytes(id);
            Native.Check(Native.tw_engine_add_lexicon(
                handle, name, (UIntPtr)name.Length, list, (UIntPtr)list.Length));
            GC.KeepAlive(this);
        }

        /// <summary>Answers the bytes of a request with the bytes of a response.</summary>
        public byte[] Handle(byte[] request)
        {
            if (request == null)
            {
                throw new ArgumentNullException(nameof(request));
            }
            Native.Check(Native.tw_call(handle, request, (UIntPtr)request.Length, out var response));
            GC.KeepAlive(this);
            try
            {
                Native.Check(Native.tw_response_length(response, out var length));
                var bytes = new byte[length.ToUInt64()];
                if (bytes.Length > 0)
                {
                    Native.Check(Native.tw_response_read(response, bytes, (UIntPtr)bytes.Length));
                }
                return bytes;
            }
            finally
            {
                Native.tw_response_free(response);
            }
        }

        /// <summary>The same with text.</summary>
        public string Handle(string request)
        {
            return Encoding.UTF8.GetString(Handle(Encoding.UTF8.GetBytes(request)));
        }

        /// <summary>Makes a call, given as JSON, and gives the answer; an error of the engine is thrown.</summary>
        public Json Call(string call)
        {
            return Answer(Handle("{\"v\":1,\"call\":" + call + "}"));
        }

        internal static Json Answer(string response)
        {
            var read = Json.Parse(response);
            var error = read["error"];
            if (!error.IsNull)
            {
                throw new TilewrightException(error["code"].Text, error["message"].Text, error["violations"].Items);
            }
            return read["answer"];
        }

        /// <summary>Frees the engine. Calls under way on other threads are finished.</summary>
        public void Dispose()
        {
            if (System.Threading.Interlocked.Exchange(ref disposed, 1) == 0 && handle != 0)
            {
                Native.tw_engine_free(handle);
            }
            GC.SuppressFinalize(this);
        }
    }
}
