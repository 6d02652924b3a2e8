import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Puts a compressed twin beside every file that gains from it; the server chooses. */
function compressed(): Plugin {
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (/\.(html|js|css|svg|json|webmanifest|wasm)$/.test(name)) {
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    }
  };
  // Tests serve their build as it is.
  return {
    name: 'compressed',
    apply: (_, { command, mode }) => command === 'build' && mode !== 'test',
    closeBundle: () => walk('dist'),
  };
}

/** The engine as a WebAssembly module; without it the page asks the server's engine. */
const built = existsSync('../bindings/wasm/dist/tilewright.wasm');
if (!built) console.warn('the engine module is not built (cargo xtask package wasm): the page will ask the server');

const server = process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:4747';

export default defineConfig({
  plugins: [svelte(), compressed()],
  define: { ENGINE_BUILT: JSON.stringify(built) },
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
});
