/** The draft: pure functions over racks and loose tiles. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { asMove, emptyDraft, fromMove, isOut, moveSlot, put, recall, recallAll, reorder, shuffle, sort, withRack } =
  await load('draft');

const draft = (rack) => withRack(emptyDraft(), rack);

test('the order of the rack is kept when new tiles come', () => {
  assert.deepEqual(reorder(['C', 'A', 'B', 'A'], ['A', 'B', 'X', 'Y']), ['X', 'A', 'B', 'Y']);
  assert.deepEqual(reorder(['C', 'A'], ['A']), ['A']);
  assert.deepEqual(reorder([], ['B', 'A']), ['B', 'A']);
});

test('the same rack in another order changes nothing', () => {
  const one = put(draft(['A', 'B']), 0, 5, null);
  assert.equal(withRack(one, ['B', 'A']), one);
  assert.deepEqual(withRack(one, ['B', 'C']).loose, []);
});

test('a tile dropped on a loose one from the board changes places with it', () => {
  let one = put(put(draft(['A', 'B']), 0, 5, null), 1, 6, null);
  one = put(one, 0, 6, null);
  assert.deepEqual(
    new Map(one.loose.map(({ slot, cell }) => [slot, cell])),
    new Map([
      [0, 6],
      [1, 5],
    ]),
  );
});

test('a tile dropped from the rack on a loose one sends that back', () => {
  const one = put(put(draft(['A', 'B']), 0, 5, null), 1, 5, null);
  assert.deepEqual(one.loose, [{ slot: 1, cell: 5, as: null }]);
  assert.equal(isOut(one, 0), false);
});

test('loose tiles keep their tiles when the rack is put in another order', () => {
  const one = put(draft(['C', 'A', 'B']), 0, 9, null);
  for (const other of [shuffle(one, () => 0), sort(one, (tile) => tile.charCodeAt(0)), moveSlot(one, 0, 2)]) {
    assert.equal(other.slots[other.loose[0].slot], 'C');
    assert.deepEqual([...other.slots].sort(), ['A', 'B', 'C']);
  }
});

test('moves are written and read back', () => {
  const one = put(put(draft(['A', '?']), 0, 1, null), 1, 2, 'E');
  const move = asMove(one, (cell) => `c${cell}`);
  assert.deepEqual(move.actions[1], { place_at: { cell: 'c2', kind_id: '?', as_symbol: 'E' } });
  const back = fromMove(recallAll(one), move, (label) => Number(label.slice(1)));
  assert.deepEqual(back.loose, one.loose);
  assert.equal(fromMove(draft(['A']), move, Number), null);
  assert.deepEqual(
    recall(one, 0).loose.map(({ slot }) => slot),
    [1],
  );
});
