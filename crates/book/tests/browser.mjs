// The built book in a real browser: every page fits a phone, nothing is asked of elsewhere, and
// search, colours and keyboard work. `node browser.mjs BOOK [PICTURES]` also takes pictures.
import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

const book = resolve(process.argv[2]);
const pictures = process.argv[3];
const sizes = { phone: { width: 360, height: 760 }, desktop: { width: 1360, height: 860 } };
const shown = ['index', 'concepts/journey', 'how-to/variant', 'reference/premiums', 'reference/variants'];

const pages = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.html') ? [path] : [];
  });
const address = (path) => pathToFileURL(join(book, path)).href;
const faults = [];
const expect = (fine, what) => {
  if (!fine) faults.push(what);
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const open = async (viewport, more = {}) => {
  const context = await browser.newContext({ viewport, ...more });
  const page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    expect(url.startsWith('file:'), `${page.url()} asks for ${url}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  return page;
};
// A browser drops keys until a page is painted: two frames later it has been.
const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Every page on a phone.
let page = await open(sizes.phone, { reducedMotion: 'reduce' });
const all = pages(book).sort();
for (const path of all) {
  await page.goto(pathToFileURL(path).href);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide <= 0, `${relative(book, path)} is ${wide} pixels too wide for a phone`);
  const names = await page.evaluate(() => document.querySelectorAll('h1').length);
  expect(names === 1, `${relative(book, path)} has ${names} titles`);
}

// The menu of small screens.
await page.goto(address('index.html'));
await page.click('.menu');
expect(await page.isVisible('.contents a >> nth=3'), 'the menu does not open');

// Search, by keyboard alone.
page = await open(sizes.desktop);
await page.goto(address('reference/rules.html'));
await painted(page);
await page.keyboard.press('/');
await page.keyboard.type('double word premium');
await page.waitForSelector('.found a');
await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
await page.waitForURL((url) => !url.pathname.endsWith('rules.html'));
expect(/premiums/.test(page.url()), `the search leads to ${page.url()}`);

// The first stop of the keyboard skips the contents.
await page.goto(address('index.html'));
await painted(page);
await page.keyboard.press('Tab');
await page.waitForFunction(() => document.activeElement !== document.body);
const first = await page.evaluate(() => document.activeElement?.className);
expect(first === 'skip', `the first stop is ${first}`);

// Theme: system, light, dark; the choice persists.
const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await ground();
await page.emulateMedia({ colorScheme: 'dark' });
const dark = await ground();
expect(light !== dark, 'the system’s colours do not count');
await page.click('.theme');
expect((await ground()) === light, 'light cannot be chosen');
await page.reload();
expect((await ground()) === light, 'the choice is forgotten');
await page.click('.theme');
expect((await ground()) === dark, 'dark cannot be chosen');

if (pictures) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const name of shown) {
      const dark = name === 'reference/premiums';
      const picture = await open(viewport, { reducedMotion: 'reduce', colorScheme: dark ? 'dark' : 'light' });
      await picture.goto(address(`${name}.html`));
      const file = `${name.replace('/', '-')}-${size}${dark ? '-dark' : ''}.png`;
      await picture.screenshot({ path: join(pictures, file) });
      await picture.context().close();
    }
  }
}
await browser.close();
for (const fault of faults) console.error(fault);
console.log(`${all.length} pages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
