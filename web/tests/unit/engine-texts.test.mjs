/** The page has a Dutch text for every id that the engine reports. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

function read(path) {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}

const nl = read('src/messages/nl.json');
const ids = read('../crates/protocol/generated/ids.json');

const texts = {
  violations: 'reason',
  lint: 'lint',
  lab_findings: 'lab.finding',
  lab_measures: 'lab.measure',
  premiums: 'premium',
  ends: 'end',
};

for (const [kind, prefix] of Object.entries(texts))
  test(`${kind} have Dutch texts`, () => {
    assert.ok(ids[kind].length > 0);
    const missing = ids[kind].filter((id) => !(nl[`${prefix}.${id}`] ?? nl[`${prefix}.${id}.words`]));
    assert.deepEqual(missing, []);
  });
