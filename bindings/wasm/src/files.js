/** The bytes of a file of this package, or of anything else that can be fetched. */
export async function bytesOf(source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  const url = source instanceof URL ? source : new URL(source, import.meta.url);
  if (url.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Where the files of this package are. */
export const places = {
  wasm: new URL('../dist/tilewright.wasm', import.meta.url),
  en: new URL('../dist/lexicons/en.bin', import.meta.url),
  nl: new URL('../dist/lexicons/nl.bin', import.meta.url),
};
