/** Every language says the same things, with the same values. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('../../src/messages/', import.meta.url);
const file = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const others = readdirSync(folder)
  .map((name) => name.replace('.json', ''))
  .filter((name) => name !== 'en');

test('there are texts in three languages', () => assert.deepEqual(others.sort(), ['de', 'nl']));

for (const language of others) {
  test(`every English text has one in ${language} with the same values`, () => {
    const [en, other] = [file('en'), file(language)];
    for (const [key, text] of Object.entries(en)) {
      assert.ok(other[key], `${key} is missing in ${language}`);
      assert.deepEqual(values(other[key]), values(text), key);
    }
  });

  test(`texts that are known in ${language} only are those that the engine has in English`, () => {
    const [en, other] = [file('en'), file(language)];
    for (const key of Object.keys(other))
      assert.ok(en[key] || /^(premium|bonus|variant|lab\.(finding|measure))\./.test(key), key);
  });
}

test('the texts are in alphabetical order', () => {
  for (const language of ['en', ...others]) {
    const keys = Object.keys(file(language));
    assert.deepEqual(keys, [...keys].sort());
  }
});

test('every text that the page names is there', () => {
  const en = file('en');
  const source = new URL('../../src/', import.meta.url);
  const used = new Set();
  for (const name of readdirSync(source, { recursive: true }))
    if (/\.(svelte|ts)$/.test(name))
      for (const [, key] of readFileSync(new URL(name, source), 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)) used.add(key);
  assert.ok(used.size > 200);
  assert.deepEqual(
    [...used].filter((key) => !(key in en)),
    [],
  );
});
