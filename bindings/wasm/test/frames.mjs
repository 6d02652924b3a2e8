// Answers the frames of a file: node frames.mjs IN OUT [MODULE]
import { readFileSync, writeFileSync } from 'node:fs';
import { Engine } from '../src/index.js';

const [input, output, module] = process.argv.slice(2);
const engine = await Engine.load({ wasm: module && import.meta.resolve(module), lexicons: ['en', 'nl'] });
const bytes = readFileSync(input);
const parts = [];
let count = 0;
for (let at = 0; at < bytes.length; count += 1) {
  const length = bytes.readUInt32LE(at);
  const response = engine.handle(bytes.subarray(at + 4, at + 4 + length));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(response.length);
  parts.push(head, response);
  at += 4 + length;
}
writeFileSync(output, Buffer.concat(parts));
engine.free();
console.log(`${count} frames answered`);
