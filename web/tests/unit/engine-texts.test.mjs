/** The page has a text for every id that the engine reports, in every language that is not the engine's own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

function read(path) {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}

const ids = read('../crates/protocol/generated/ids.json');

/** Ids whose texts stand in the reader's own words in English too, and those that English takes from the engine. */
const own = { violations: 'reason', lint: 'lint', ends: 'end' };
const translated = { lab_findings: 'lab.finding', lab_measures: 'lab.measure', premiums: 'premium' };

for (const language of ['en', 'nl', 'de'])
  for (const [kind, prefix] of Object.entries(language === 'en' ? own : { ...own, ...translated }))
    test(`${kind} have texts in ${language}`, () => {
      const file = read(`src/messages/${language}.json`);
      assert.ok(ids[kind].length > 0);
      const missing = ids[kind].filter((id) => !(file[`${prefix}.${id}`] ?? file[`${prefix}.${id}.words`]));
      assert.deepEqual(missing, []);
    });
