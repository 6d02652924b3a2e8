/** Both languages say the same things, with the same values. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const file = (name) => JSON.parse(readFileSync(new URL(`../../src/messages/${name}.json`, import.meta.url), 'utf8'));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test('every English text has a Dutch one with the same values', () => {
  const [en, nl] = [file('en'), file('nl')];
  for (const [key, text] of Object.entries(en)) {
    assert.ok(nl[key], `${key} is missing in Dutch`);
    assert.deepEqual(values(nl[key]), values(text), key);
  }
});

test('texts of the engine that are known in Dutch only are those that it names by id', () => {
  const [en, nl] = [file('en'), file('nl')];
  for (const key of Object.keys(nl))
    assert.ok(en[key] || /^(premium|reason|bonus|lint|end|lab\.(finding|measure|end))\./.test(key), key);
});
