/** Numbers made ready for charts. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { bins, share, shown, ticks } = await load('plots');

test('bins have round edges and hold everything', () => {
  const [one] = bins([{ 3: 1, 4: 2, 9: 1 }]);
  assert.deepEqual(
    one.map((bin) => bin.low),
    [3, 4, 5, 6, 7, 8, 9],
  );
  assert.deepEqual(
    one.map((bin) => bin.share),
    [0.25, 0.5, 0, 0, 0, 0, 0.25],
  );
  for (const counts of [{ '-250': 3, 0: 1, 999: 4 }, { 5: 1 }, { 0: 1, 1000000: 1 }, { '-7': 2, '-1': 2 }]) {
    const [found] = bins([counts], 30);
    assert.ok(found.length <= 32, `${found.length} bins`);
    assert.ok(Math.abs(found.reduce((sum, bin) => sum + bin.share, 0) - 1) < 1e-9);
    assert.ok(found.every((bin) => bin.low % (bin.high - bin.low) === 0));
  }
});

test('distributions that are compared have the same edges', () => {
  const [one, two] = bins([{ 100: 1, 130: 1 }, { 480: 5 }]);
  assert.deepEqual(
    one.map((bin) => [bin.low, bin.high]),
    two.map((bin) => [bin.low, bin.high]),
  );
  assert.deepEqual(bins([{}, {}]), [[], []]);
});

test('ticks are round and lie between the ends', () => {
  assert.deepEqual(ticks(0, 100), [0, 50, 100]);
  assert.deepEqual(ticks(-3, 7), [0, 5]);
  assert.deepEqual(ticks(260, 640), [300, 400, 500, 600]);
  assert.deepEqual(ticks(5, 5), [5]);
});

test('shares have the published intervals', () => {
  // Newcombe (1998), table I: 81/263 and 0/20.
  const near = (found, expected) => assert.ok(Math.abs(found - expected) < 0.01, `${found} is not ${expected}`);
  near(share(81, 263).low, 25.53);
  near(share(81, 263).high, 36.62);
  near(share(0, 20).high, 16.11);
  assert.equal(share(0, 0).high, 100);
});

test('numbers are short', () => {
  assert.deepEqual([0, 0.046, 12.34, -3.21, -0.001].map(shown), ['0.0', '0.05', '12.3', '−3.2', '0.00']);
});
