/** Lines that a reader can take in: Prettier leaves strings and paths alone, so this looks at all of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const MOST = 120;
const root = new URL('../../', import.meta.url);
/** Messages are sentences, one to a line. */
const exempt = (path) => path.endsWith('.json');

function files(folder) {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !exempt(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

test(`no line is longer than ${MOST} characters`, () => {
  const all = [...files('src'), ...files('tests')];
  assert.ok(all.length > 60, `${all.length} files`);
  const long = all.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => ([...line].length > MOST ? [`${path}:${index + 1}`] : [])),
  );
  assert.deepEqual(long, []);
});
