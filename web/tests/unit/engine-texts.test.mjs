/** Whatever the engine says by id is said in Dutch too. The ids are read from its own sources. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'node:test';

const nl = JSON.parse(readFileSync(new URL('../../src/messages/nl.json', import.meta.url), 'utf8'));

function sources(folder) {
  const directory = fileURLToPath(new URL(`../../../crates/${folder}/`, import.meta.url));
  const walk = (path) =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => walk(`${path}/${name}`)) : [path];
  // What comes after the tests of a file begin is no text for players.
  return walk(directory)
    .filter((path) => path.endsWith('.rs'))
    .map((path) => readFileSync(path, 'utf8').split('#[cfg(test)]')[0])
    .join('\n');
}

function ids(text, ...patterns) {
  return [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1])))].sort();
}

function check(found, prefix, least) {
  assert.ok(found.length >= least, `${found.length} ids: ${found}`);
  for (const id of found)
    assert.ok(nl[`${prefix}.${id}`] ?? nl[`${prefix}.${id}.words`], `${prefix}.${id} has no Dutch text`);
}

test('reasons why a move is not legal', () => {
  const text = sources('rules/src') + sources('game/src');
  const found = ids(
    text,
    /Violation::new\(\s*"([a-z_]+)"/g,
    /\bfail\(\s*draft,\s*"([a-z_]+)"/g,
    /RuleResult::fail\([^;]*?"([a-z_]+)",?\s*\)/g,
  );
  check(found, 'reason', 24);
});

test('findings of the linter', () => {
  check(ids(sources('variants/src/lint'), /\.(?:error|warning)\(\s*"([a-z_]+)"/g), 'lint', 30);
});

test('findings and measures of the lab', () => {
  const text = sources('report/src/lab');
  check(
    ids(text, /\bsay\(\s*"([a-z_]+)"/g, /Finding::new\((?:true|false), "([a-z_]+)"/g, /=> \("(first_[a-z]+)"/g),
    'lab.finding',
    15,
  );
  check(ids(text, /\badd\("([a-z_]+)"/g), 'lab.measure', 13);
});

test('premium kinds', () => {
  check(ids(sources('board/src'), /\(\w+, "([a-z-]+)", "/g), 'premium', 25);
});

test('why games end', () => {
  const found = ids(
    sources('rules/src/builtin'),
    /(?:Resignation|InfiniteScore|EmptyRack|ConsecutivePass|TurnLimit)Rule(?:\(\w+\))?, "([a-z_]+)", "/g,
  );
  check(found, 'end', 5);
});
