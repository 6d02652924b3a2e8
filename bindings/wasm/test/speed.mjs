// Times the frames of a file: node speed.mjs IN prints microseconds of processor time, one a line.
import { readFileSync } from 'node:fs';
import { Engine } from '../src/index.js';

const engine = await Engine.load({ lexicons: ['en'] });
const bytes = readFileSync(process.argv[2]);
const now = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1000;
const run = (request, rounds) => {
  const start = now();
  for (let round = 0; round < rounds; round += 1) engine.handle(request);
  return now() - start;
};
for (let at = 0; at < bytes.length;) {
  const length = bytes.readUInt32LE(at);
  const request = bytes.subarray(at + 4, at + 4 + length);
  at += 4 + length;
  run(request, 3);
  let rounds = 1;
  while (run(request, rounds) < 2e5 && rounds < 1 << 20) rounds *= 2;
  const batches = Array.from({ length: 5 }, () => run(request, rounds) / rounds);
  console.log(Math.min(...batches).toFixed(3));
}
