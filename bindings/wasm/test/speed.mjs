// How long calls take: node speed.mjs GAME (a saved game as text)
import { readFileSync } from 'node:fs';
import { Engine, Game } from '../src/index.js';

const engine = await Engine.load({ lexicons: ['en'] });
const game = Game.load(engine, readFileSync(process.argv[2], 'utf8'));
const time = (name, rounds, run) => {
  for (let i = 0; i < rounds / 5; i += 1) run();
  const started = process.cpuUsage();
  for (let i = 0; i < rounds; i += 1) run();
  const used = process.cpuUsage(started);
  console.log(`${name}: ${((used.user + used.system) / rounds / 1000).toFixed(3)} ms`);
};
const { moves } = game.moves(1);
time('preview', 500, () => game.preview(moves[0].move));
time('moves', 100, () => game.moves(1));
time('smallest call', 5000, () => engine.handleText('{}'));
