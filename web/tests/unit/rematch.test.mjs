/** The rematch of a finished game, as each of its players sees it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { rematchState } = await load('rematch');
const seats = [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Bot', bot: 'easy' }];
const offer = (more) => ({ seats: [0], expires: 100, ...more });
const kinds = (rematch, now = 50) => [0, 1].map((seat) => rematchState(rematch, seat, seats, now));

test('who has asked waits for people, and they are asked', () => {
  assert.deepEqual(kinds(offer()), [
    { kind: 'asked', names: ['Ben'] },
    { kind: 'offered', names: ['Ada'] },
  ]);
});

test('an offer that has ended, or none, can be made again', () => {
  assert.deepEqual(kinds(null), [{ kind: 'none' }, { kind: 'none' }]);
  assert.deepEqual(kinds(offer(), 100), [{ kind: 'none' }, { kind: 'none' }]);
});

test('who declines may ask; the other learns who declined', () => {
  assert.deepEqual(kinds(offer({ declined: 1 })), [{ kind: 'declined', name: 'Ben' }, { kind: 'none' }]);
});

test('the new game counts whatever came before', () => {
  const made = { kind: 'made', game: 'g2' };
  assert.deepEqual(kinds(offer({ game: 'g2' }), 500), [made, made]);
});
