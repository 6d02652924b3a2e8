/** Groups that slide, tiles that turn, graphs that are drawn. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { emptySlide, further, otherAxis, pick, slideMove, slides, toCell } = await load('slide');
const { asMove, emptyDraft, fromMove, put, turn, withRack } = await load('draft');
const { addNode, removeNodes, toggleEdge } = await load('inventor');

/** A board of 5 by 3 cells; axis 0 goes right, axis 1 goes down. */
const board = {
  axes: [{ axis: 'E' }, { axis: 'S' }],
  cells: Array.from({ length: 15 }),
  cell: (index) => ({ label: `${index % 5},${Math.floor(index / 5)}` }),
  along(cell, axis, by) {
    const [x, y] = [(cell % 5) + (axis === 0 ? by : 0), Math.floor(cell / 5) + (axis === 1 ? by : 0)];
    return x < 0 || x > 4 || y < 0 || y > 2 ? -1 : y * 5 + x;
  },
  axesOf(cells) {
    return [0, 1].filter(
      (axis) => new Set(cells.map((cell) => (axis === 0 ? Math.floor(cell / 5) : cell % 5))).size === 1,
    );
  },
};

test('a group is chosen, slides as far as the board goes, and becomes a move', () => {
  let group = pick(board, pick(board, emptySlide(), 6), 7);
  assert.deepEqual([group.cells, group.axis, slides(group)], [[6, 7], 0, false]);
  group = further(board, group, 1);
  assert.equal(slides(group), true);
  assert.equal(further(board, group, 5).by, 1);
  assert.deepEqual(slideMove(board, group), {
    actions: [{ slide_group: { cells: ['1,1', '2,1'], axis: 'E', by: 1 } }],
  });
  assert.equal(toCell(board, group, 6, 5).by, -1);
  assert.deepEqual(pick(board, group, 7).cells, [6]);
  assert.equal(pick(board, group, 1).axis, -1);
});

test('a single tile can go along each of its axes', () => {
  const one = pick(board, emptySlide(), 6);
  assert.equal(otherAxis(board, one).axis, 1);
  assert.deepEqual(toCell(board, one, 6, 11), { cells: [6], axis: 1, by: 1 });
});

test('a turned tile stays turned where it goes, and is written and read back', () => {
  let draft = turn(put(withRack(emptyDraft(), ['N', 'A']), 0, 3, null), 0);
  draft = put(draft, 0, 4, null);
  const move = asMove(draft, String);
  assert.deepEqual(move.actions, [{ rotate_tile: { cell: '4' } }, { place_at: { cell: '4', kind_id: 'N' } }]);
  assert.deepEqual(fromMove(draft, move, Number).loose, draft.loose);
  assert.equal('turned' in turn(draft, 0).loose[0], false);
});

test('lines of a graph: one in and one out by tag', () => {
  let graph = { nodes: [], edges: [] };
  for (let i = 0; i < 3; i++) graph = addNode(graph, i * 1500.4, 0);
  assert.deepEqual(
    graph.nodes.map((node) => node.name),
    ['n0', 'n1', 'n2'],
  );
  graph = toggleEdge(toggleEdge(graph, 'n0', 'n1', 'E'), 'n0', 'n2', 'E');
  assert.deepEqual(graph.edges, [{ from: 'n0', to: 'n2', tag: 'E' }]);
  graph = toggleEdge(graph, 'n0', 'n1', 'S');
  assert.equal(toggleEdge(graph, 'n1', 'n0', 'S').edges.length, 1);
  assert.deepEqual(removeNodes(graph, ['n2']).edges, [{ from: 'n0', to: 'n1', tag: 'S' }]);
  assert.equal(addNode(removeNodes(graph, ['n1']), 0, 0).nodes.at(-1).name, 'n3');
});
