/** What a seek asks for, and which game it led to. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const seeks = await load('seeks');
const live = (minutes, increment) => ({ live: { minutes, increment } });

test('time controls are told apart', () => {
  assert.ok(seeks.sameTime(live(10, 0), { live: { minutes: 10 } }));
  assert.ok(!seeks.sameTime(live(10, 5), live(10, 0)));
  assert.ok(!seeks.sameTime(live(3, 2), { days: 3 }));
  assert.ok(!seeks.sameTime(null, { days: 3 }));
  assert.ok(!seeks.sameTime(live(3, 2), null));
  assert.ok(seeks.sameTime({ days: 3 }, { days: 3 }) && seeks.sameTime(null, null));
  assert.deepEqual([live(5, 3), { days: 1 }, null].map(seeks.kindOf), ['live', 'days', 'none']);
  assert.equal(seeks.clockName({ minutes: 15 }), '15+0');
});

test('a form becomes a seek', () => {
  const form = { variant: 'hex', time: live(10, 5), rated: true, hints: true, least: 1450, most: null };
  const base = { variant: 'hex', time: live(10, 5), rating: { least: 1450 } };
  assert.deepEqual(seeks.seekOf(form, true), { ...base, rated: true, hints: false });
  // A guest plays casual games only.
  assert.deepEqual(seeks.seekOf(form, false), { ...base, rated: false, hints: true });
  const plain = seeks.seekOf({ ...form, time: null, least: null }, true);
  assert.deepEqual(plain, { variant: 'hex', rated: true, hints: false, rating: {} });
  assert.ok(seeks.rangeFault({ least: 1500, most: 1499 }));
  assert.ok(!seeks.rangeFault({ least: 1500, most: 1500 }) && !seeks.rangeFault({ least: 1500, most: null }));
});

test('ranges and times are written short', () => {
  assert.equal(seeks.rangeName({ least: 1450, most: 1750 }), '1450–1750');
  assert.equal(seeks.rangeName({ least: 0 }), '≥ 0');
  assert.equal(seeks.rangeName({ most: 1750, least: null }), '≤ 1750');
  assert.equal(seeks.rangeName({}), null);
  assert.equal(seeks.waited(1000, 43_999), '0:42');
  assert.equal(seeks.waited(0, 3_909_000), '1:05:09');
  // The clock of the page may be behind.
  assert.equal(seeks.waited(5000, 0), '0:00');
});

test('only seeks that were waited for lead to a game', () => {
  const paired = [
    { seek: 'a', game: 'one', at: 10 },
    { seek: 'b', game: 'two', at: 30 },
    { seek: 'c', game: 'three', at: 20 },
  ];
  assert.equal(seeks.gameOf(new Set(), paired), null);
  assert.equal(seeks.gameOf(new Set(['d']), paired), null);
  assert.equal(seeks.gameOf(new Set(['a', 'c']), paired).game, 'three');
});

test('seeks end by themselves, and need a list and two players', () => {
  assert.deepEqual(
    seeks.stillOpen([{ expires: 5 }, { expires: 6 }], 5).map(({ expires }) => expires),
    [6],
  );
  assert.ok(seeks.seekable({ playable: true, players: [1, 4] }));
  assert.ok(!seeks.seekable({ playable: false, players: [2, 4] }));
  assert.ok(!seeks.seekable({ playable: true, players: [1, 1] }));
});
