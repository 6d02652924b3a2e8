import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, relative, sep } from 'node:path';
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

/** Writes the service worker beside the page, with the list of the files that it keeps. */
function offline(): Plugin {
  let out = 'dist';
  const walk = (directory: string): string[] =>
    readdirSync(directory).flatMap((name) => {
      const path = join(directory, name);
      return statSync(path).isDirectory() ? walk(path) : [path];
    });
  return {
    name: 'offline',
    apply: 'build',
    configResolved: (config) => {
      out = config.build.outDir;
    },
    closeBundle: () => {
      const all = walk(out).map((path) => `/${relative(out, path).split(sep).join('/')}`);
      const own = all.filter((path) => !/^\/(sw\.js|index\.html)$|\.(gz|map)$/.test(path)).sort();
      const heavy = (path: string): boolean => /\.(wasm|bin)$/.test(path);
      const files = ['/', ...own.filter((path) => !heavy(path))];
      const hash = createHash('sha256');
      for (const path of ['/index.html', ...own]) hash.update(path).update(readFileSync(join(out, path)));
      const build = { version: hash.digest('hex').slice(0, 16), files, large: own.filter(heavy) };
      const worker = readFileSync('src/offline/sw.js', 'utf8');
      writeFileSync(join(out, 'sw.js'), `self.BUILD = ${JSON.stringify(build)};\n${worker}`);
    },
  };
}

/** The engine as a WebAssembly module; without it the page asks the server's engine. */
const built = existsSync('../bindings/wasm/dist/tilewright.wasm');
if (!built) console.warn('the engine module is not built (cargo xtask package wasm): the page will ask the server');

const server = process.env.TILEWRIGHT_SERVER ?? 'http://127.0.0.1:4747';

export default defineConfig({
  plugins: [svelte(), offline(), compressed()],
  define: { ENGINE_BUILT: JSON.stringify(built) },
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true } },
  },
});
