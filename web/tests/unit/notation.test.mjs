/** Places are written as they are printed on the board. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { letters, naming, place } = await load('notation');
const step = (dx, dy, up = false) => ({ dx, dy, up });

/** A board of squares with so many floors. */
function squares(width, height, floors = 1) {
  const cells = [];
  const drawn = [];
  for (let layer = 0; layer < floors; layer++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        cells.push({ cell: `${x},${y},${layer}`, layer });
        const name = `${letters(x)}${y + 1}`;
        drawn.push({ name: floors > 1 ? `${name} on layer ${layer + 1}` : name, x: x * 40, y: y * 40 });
      }
  const layers = Array.from({ length: floors }, () => ({ columns: [{ text: 'A', at: 0 }], rows: [] }));
  return { cells, lines: [], drawing: { cells: drawn, layers } };
}

test('columns go on after Z', () => {
  assert.deepEqual([0, 25, 26, 27, 701, 702].map(letters), ['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
});

test('number first across, letter first down, an arrow for any further direction', () => {
  const board = naming(squares(15, 15));
  const h8 = 7 * 15 + 7;
  assert.equal(board.names[h8], 'H8');
  assert.equal(place(board, h8, 'E', step(40, 0)), '8H');
  assert.equal(place(board, h8, 'S', step(0, 40)), 'H8');
  assert.equal(place(board, h8, 'SE', step(40, 40)), 'H8↘');
  assert.equal(place(board, h8, 'NE', step(40, -40)), 'H8↗');
  assert.equal(place(board, h8, 'W', step(-40, 0)), '8H', 'right to left is still along line 8');
});

test('the floor comes first in a tower', () => {
  const board = naming(squares(9, 9, 3));
  const b3 = 81 + 2 * 9 + 1;
  assert.equal(board.names[b3], '2:B3');
  assert.equal(place(board, b3, 'E', step(40, 0)), '2:3B');
  assert.equal(place(board, b3, 'S', step(0, 40)), '2:B3');
  assert.equal(place(board, b3, 'U', step(0, 0, true)), '2:B3↑');
});

test('hexagons: numbered rows, lettered lines to the lower right, names around the board', () => {
  const cells = [];
  const drawn = [];
  for (let r = -1; r <= 1; r++)
    for (let q = Math.max(-1, -1 - r); q <= Math.min(1, 1 - r); q++) {
      cells.push({ cell: `${q},${r}`, layer: 0 });
      drawn.push({ name: `${q},${r}`, x: (q + r / 2) * 40, y: r * 35 });
    }
  const lines = [{ axis: 'r', cells: ['0,-1', '0,0', '0,1'] }];
  const board = naming({ cells, lines, drawing: { cells: drawn, layers: [{ columns: [], rows: [] }] } });
  assert.equal(board.kind, 'hex');
  assert.deepEqual(board.names, ['B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3']);
  assert.equal(place(board, 3, 'q', step(40, 0)), '2B');
  assert.equal(place(board, 3, 'r', step(20, 35)), 'B2');
  assert.equal(place(board, 5, 's', step(20, -35)), 'A3↗');
  assert.deepEqual(board.around.map((name) => name.text).sort(), ['1', '2', '3', 'A', 'B', 'C']);
});

test('a web names the node, then the line', () => {
  const cells = [{ cell: 'k3', layer: 0 }];
  const drawn = [{ name: 'k3', x: 0, y: 0 }];
  const board = naming({ cells, lines: [], drawing: { cells: drawn, layers: [{ columns: [], rows: [] }] } });
  assert.equal(place(board, 0, 'ring', step(40, 3)), 'k3 ring');
});
