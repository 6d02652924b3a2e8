// Games, errors, threads and memory: node --expose-gc --max-semi-space-size=1 games.mjs [GAMES]
import assert from 'node:assert/strict';
import { Engine, EngineError, Game, currentGame } from '../src/index.js';
import { RemoteEngine } from '../src/remote.js';

const games = Number(process.argv[2] ?? 2000);
const engine = await Engine.load({ lexicons: ['en'] });

// A whole game, taken back and done again, saved and loaded.
const words = { shipped: 'en_test_small' };
const game = Game.create(engine, { variant: 'stacking', players: 2, seed: 3, words });
for (let turn = 0; turn < 6; turn += 1) game.submit(game.best('strong'), { revision: game.revision });
const saved = game.save();
game.undo();
assert.notEqual(game.save(), saved);
game.redo();
assert.equal(game.save(), saved);
assert.deepEqual(Game.load(engine, saved).view, game.view);
assert.ok(game.render().startsWith('<svg'));
assert.ok(game.events().length > 5);
while (!game.result) game.submit(game.best('expert'));
assert.equal(game.verify().ok, true);
assert.throws(() => game.pass(), (error) => error instanceof EngineError && error.code === 'finished');

// A move that breaks several rules names them all.
const fresh = Game.create(engine, { variant: 'classic', seed: 1, words: 'free' });
const bad = { actions: [{ place: { x: 0, y: 0, kind_id: 'X' } }, { place: { x: 2, y: 1, kind_id: 'E' } }] };
assert.equal(fresh.preview(bad).legal, false);
assert.throws(() => fresh.play(bad), (error) => error.violations.length >= 3);

// The text of a game is cut out as it is.
assert.equal(currentGame('{"v":1,"answer":{"type":"game","game":{"a":"}\\\\\\"{","n":9007199254740993},"x":1}}'),
  '{"a":"}\\\\\\"{","n":9007199254740993}');
assert.equal(currentGame('{"v":1,"answer":{"type":"game","game":{"a":"'), undefined);

// What was freed says so; strange bytes are answered.
const other = await Engine.load();
assert.throws(() => other.addLexicon('x', new Uint8Array([255, 254])), /word list/);
for (const strange of [null, undefined, 5, 'text', [1], {}, { length: 1e12 }, new Float64Array(3), new DataView(new ArrayBuffer(8))]) {
  assert.throws(() => other.handle(strange), TypeError);
  assert.throws(() => other.addLexicon('x', strange), TypeError);
}
const request = new TextEncoder().encode('{"v":1,"call":{"op":"variants"}}');
for (const strange of [new Uint8Array(0), request.slice(0, 16), new Uint8Array([0xff, 0xfe]), new Uint8Array([0x22, 0xc3, 0x28, 0x22])]) {
  assert.match(new TextDecoder().decode(other.handle(strange)), /"error":\{"code":"bad_request"/);
}
for (const text of [null, undefined, '', '{', 'x'.repeat(10 << 20)]) {
  assert.throws(() => Game.load(other, text), EngineError);
}
assert.match(other.handleText(''), /bad_request/);
assert.match(new TextDecoder().decode(other.handle(new Uint8Array(10 << 20))), /too_large/);
assert.match(other.handleText('{"v":1,"call":{"op":"words","variant":{"shipped":"classic"},"query":{"hooks":{"word":"A"}}}}'), /is not loaded/);
other.free();
other.free();
const next = await Engine.load();
assert.throws(() => other.handleText('{}'), /freed/);
assert.throws(() => other.addLexicon('x', request), /freed/);
assert.match(next.handleText('{}'), /"error"/);
next.free();

// Eight workers at once say the same.
const call = { op: 'new', variant: { shipped: 'hex' }, players: 2, seed: { number: 5 }, words: 'free' };
const remotes = await Promise.all(Array.from({ length: 8 }, () => RemoteEngine.start()));
const texts = await Promise.all(remotes.map((remote) => remote.handleText(JSON.stringify({ v: 1, call }))));
assert.equal(new Set(texts).size, 1);
await assert.rejects(remotes[0].call({ op: 'variant', variant: { shipped: 'nope' } }), EngineError);
await Promise.all(remotes.map((remote) => remote.free()));
await assert.rejects(remotes[0].call({ op: 'variants' }), /ended/);

// Games come and go, the memory does not grow.
const create = () => Game.create(engine, { variant: 'classic', seed: 1, words: 'free' });
for (let i = 0; i < 500; i += 1) create();
// The module's own memory, and what the process has after its waste was collected. Node lets the
// space for new things grow while there is enough memory; the option on the command line holds it.
const measure = () => {
  globalThis.gc?.();
  return { module: engine.memory >> 10, process: process.memoryUsage().rss >> 10 };
};
const before = measure();
for (let i = 0; i < games; i += 1) create();
const after = measure();
assert.equal(after.module, before.module, 'the memory has grown');
assert.ok(after.process - before.process < 12 << 10, `${after.process - before.process} kB more`);
engine.free();
console.log(`all is well, ${games} games: module ${before.module} kB before, ${after.module} kB after; ` +
  `process ${before.process} kB before, ${after.process} kB after`);
