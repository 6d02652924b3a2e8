using System;
using System.Runtime.InteropServices;

namespace Tilewright
{
    /// <summary>The functions of the library; see tilewright.h.</summary>
    internal static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "tilewright_engine";
#endif
        internal const uint AbiVersion = 1;

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint tw_abi_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr tw_status_text(int status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr tw_open_handles();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_engine_new(out ulong engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_engine_free(ulong engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_engine_add_lexicon(
            ulong engine, byte[] id, UIntPtr idLength, byte[] list, UIntPtr listLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_call(ulong engine, byte[] request, UIntPtr length, out ulong response);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_response_length(ulong response, out UIntPtr length);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_response_read(ulong response, byte[] buffer, UIntPtr capacity);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tw_response_free(ulong response);

        /// <summary>Throws unless all is well.</summary>
        internal static void Check(int status)
        {
            if (status != 0)
            {
                throw new TilewrightException("call", Marshal.PtrToStringAnsi(tw_status_text(status)), null);
            }
        }
    }
}
