/** The audit log is read forwards only; the page begins with its end. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { AUDIT_PAGE, auditPage, lastEntry } = await load('audit');

/** A log with `length` entries, of which the server sends at most `most` at a time. It counts the requests. */
function log(length, most = 200) {
  const read = async (after) => {
    read.requests += 1;
    return Array.from({ length: Math.max(0, Math.min(most, length - after)) }, (_, i) => ({ number: after + i + 1 }));
  };
  read.requests = 0;
  return read;
}

test('the last entry is found in logs of every length, with few requests', async () => {
  for (const length of [0, 1, 49, 50, 199, 200, 201, 399, 400, 401, 999, 1000, 4321, 123_456]) {
    const read = log(length);
    assert.equal(await lastEntry(read), length);
    assert.ok(read.requests <= 25, `${read.requests} requests for ${length} entries`);
  }
});

test('one entry at a time is enough', async () => {
  for (const length of [0, 1, 2, 3, 17]) assert.equal(await lastEntry(log(length, 1)), length);
});

test('entries that were added since are found from where the log ended', async () => {
  const read = log(1003);
  assert.equal(await lastEntry(read, 1000), 1003);
  assert.equal(read.requests, 2);
});

test('a page has its entries and no others, the newest first', async () => {
  const numbers = async (length, end) => (await auditPage(log(length), end)).map((entry) => entry.number);
  assert.deepEqual(await numbers(3, 3), [3, 2, 1]);
  assert.deepEqual(await numbers(0, 0), []);
  const page = await numbers(1000, 500);
  assert.equal(page.length, AUDIT_PAGE);
  assert.deepEqual([page[0], page.at(-1)], [500, 500 - AUDIT_PAGE + 1]);
});
