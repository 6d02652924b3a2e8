/** Turns are appended as events come; what was read before is left alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { History, turnsOf } = await load('history');
const board = { index: (label) => Number(label) };
const tile = (cell, kind) => ({ cell: String(cell), tile: kind });
const played = (seat, ...placements) => ({ type: 'played', seat, placements, score: { total: 7, words: [] } });
const FACTS = [
  { type: 'set_up', placements: [tile(1, 'A')] },
  played(0, tile(2, 'B'), tile(3, 'C')),
  played(1, tile(2, 'D')),
  { type: 'challenged', by: 0, invalid: ['AD'] },
  { type: 'withdrawn', seat: 1 },
  { type: 'swapped', seat: 1, count: 3 },
  { ...played(0, tile(9, 'E')), slides: [{ from: '3', to: '4' }] },
  { type: 'passed', seat: 1 },
  { type: 'ended' },
];
const events = FACTS.map((fact, index) => ({ fact, index }));
const shown = (stacks) => [...stacks].map(([cell, tiles]) => [cell, tiles.map((one) => one.tile).join('')]);

test('turns that are appended one by one are those of the whole game', () => {
  const history = new History(board);
  let turns = [];
  for (let count = 0; count <= events.length; count++) turns = history.turns(events.slice(0, count));
  assert.deepEqual(turns, turnsOf(board, events));
  assert.deepEqual(
    turns.map((turn) => [turn.number, turn.kind, turn.seat, turn.withdrawn]),
    [
      [1, 'play', 0, false],
      [2, 'play', 1, true],
      [3, 'challenge', 0, false],
      [4, 'swap', 1, false],
      [5, 'play', 0, false],
      [6, 'pass', 1, false],
      [7, 'end', -1, false],
    ],
  );
});

test('an event is read once', () => {
  const history = new History(board);
  const first = history.turns(events.slice(0, 2));
  assert.equal(history.turns(events.slice(0, 2)), first);
  const unreadable = events.map((event, at) => (at < 2 ? { index: at, fact: null } : event));
  assert.equal(history.turns(unreadable)[0], first[0]);
});

test('the board goes back after a withdrawal, and slides', () => {
  const turns = turnsOf(board, events);
  const at = (kind) => turns.find((turn) => turn.kind === kind);
  assert.deepEqual(shown(turns[1].after).at(1), [2, 'BD']);
  assert.deepEqual(shown(at('swap').after), [
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
  ]);
  assert.deepEqual(shown(turns[4].after), [
    [1, 'A'],
    [2, 'B'],
    [4, 'C'],
    [9, 'E'],
  ]);
});
