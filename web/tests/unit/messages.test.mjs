/** Every language says the same things, with the same values. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../src/messages/', import.meta.url);
const languages = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name.replace('.json', ''));
const file = (name, folder = root) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const others = languages(root).filter((name) => name !== 'en');
/** The texts of the page, and those of the parts that bring their own. */
const parts = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const folders = [['page', root], ...parts.map((name) => [name, new URL(`${name}/`, root)])];

test('there are texts in three languages', () => {
  for (const [name, folder] of folders) assert.deepEqual(languages(folder).sort(), ['de', 'en', 'nl'], name);
});

for (const [part, folder] of folders)
  for (const language of others) {
    test(`every English text of the ${part} has one in ${language} with the same values`, () => {
      const [en, other] = [file('en', folder), file(language, folder)];
      for (const [key, text] of Object.entries(en)) {
        assert.ok(other[key], `${key} is missing in ${language}`);
        assert.deepEqual(values(other[key]), values(text), key);
      }
    });

    test(`texts of the ${part} that are known in ${language} only are those that the engine has in English`, () => {
      const [en, other] = [file('en', folder), file(language, folder)];
      for (const key of Object.keys(other))
        assert.ok(en[key] || /^(premium|bonus|variant|lab\.(finding|measure))\./.test(key), key);
    });
  }

test('the texts are in alphabetical order', () => {
  for (const [, folder] of folders)
    for (const language of ['en', ...others]) {
      const keys = Object.keys(file(language, folder));
      assert.deepEqual(keys, [...keys].sort());
    }
});

test('every text that the page names is there', () => {
  const source = new URL('../../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true }).filter((name) => /\.(svelte|ts)$/.test(name));
  for (const [name, call, folder, least] of [
    ['page', 't', root, 200],
    ['admin page', 'at', new URL('admin/', root), 50],
  ]) {
    const en = file('en', folder);
    const used = new Set();
    for (const path of files)
      for (const [, key] of readFileSync(new URL(path, source), 'utf8').matchAll(
        new RegExp(`(?<![\\w.])${call}\\(\\s*'([\\w.-]+)'`, 'g'),
      ))
        used.add(key);
    assert.ok(used.size > least, name);
    assert.deepEqual(
      [...used].filter((key) => !(key in en)),
      [],
    );
  }
});
