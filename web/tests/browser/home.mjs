/** The first page and the list of all games. */
import { readFileSync } from 'node:fs';
import { assert, open, startGame } from './harness.mjs';

/** Makes games over the API, as the player of a page. */
async function makeGames(page, count, body = {}) {
  await page.waitForFunction(() => localStorage.getItem('token'));
  return page.evaluate(
    async ([count, body]) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('token')}`,
      };
      const ids = [];
      for (let i = 0; i < count; i++) {
        const asked = { variant: { shipped: 'classic' }, seats: ['me', { bot: 'beginner' }], ...body };
        const answer = await fetch('/api/v1/games', { method: 'POST', headers, body: JSON.stringify(asked) });
        if (!answer.ok) throw new Error(await answer.text());
        ids.push((await answer.json()).game.id);
      }
      return ids;
    },
    [count, body],
  );
}

const resign = (page, id) =>
  page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` };
    const { view } = await (await fetch(`/api/v1/games/${id}`, { headers })).json();
    const { revision } = view.seat.game;
    const body = JSON.stringify({ client_id: crypto.randomUUID(), revision, command: { type: 'resign' } });
    const sent = await fetch(`/api/v1/games/${id}/commands`, { method: 'POST', headers, body });
    if (!sent.ok) throw new Error(await sent.text());
  }, id);

/** Games that wait stand first, with their mark; the title counts them. */
export async function waiting(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-action=bot-now]').waitFor();
  assert((await page.title()) === 'Tilewright', await page.title());
  await startGame(page, context.server, { look: false });
  await makeGames(page, 1, { seats: ['me', 'open'] });
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('.gc.t').waitFor();
  const first = await page.locator('.gc').first().innerText();
  assert(first.includes('Your turn'), first);
  await page.waitForFunction(() => document.title === '(1) Tilewright');
  assert((await page.locator('[data-waiting="1"]').count()) === 1, 'the bell counts nothing');
  // A card shows the board and the scores.
  await page.locator('.gc.t img').waitFor();
  await page.locator('.gc.t .s', { hasText: '0–0' }).waitFor();
  // Every page has a title of its own.
  const titles = new Set();
  for (const path of [
    'home',
    'lobby',
    'games',
    'daily',
    'invent/new',
    'variants',
    'account',
    'settings',
    'rules/hex',
    'nowhere',
  ]) {
    await page.goto(`${context.server.url}/#/${path}`);
    await page.waitForFunction((before) => document.title !== before, titles.size ? [...titles].at(-1) : '');
    titles.add(await page.title());
  }
  assert(titles.size === 10, [...titles].join(' | '));
}

/** All games can be reached, found and taken along, however many there are. */
export async function archive(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/daily`);
  await page.locator('[data-state=new]').waitFor();
  const classic = await makeGames(page, 8);
  const [hex] = await makeGames(page, 1, { variant: { shipped: 'hex' } });
  await resign(page, classic[0]);
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-action=all-games]', { hasText: '9' }).click();
  await page.locator('[data-count="9"]').waitFor();
  assert((await page.locator('li[data-game]').count()) === 9, 'not all games are listed');
  await page.locator('input[name=search]').fill('hexagon');
  await page.locator('[data-count="1"]').waitFor();
  await page.locator(`[data-game="${hex}"]`).waitFor();
  await page.locator('input[name=search]').fill('');
  await page.locator('select[name=filter]').selectOption('over');
  await page.locator('[data-count="1"]').waitFor();
  await page.locator(`[data-game="${classic[0]}"]`).waitFor();
  for (const [kind, start] of [
    ['gcg', '#'],
    ['json', '['],
  ]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-export=${kind}]`).click()]);
    const text = readFileSync(await file.path(), 'utf8');
    assert(text.startsWith(start), `${kind} begins with ${text.slice(0, 30)}`);
  }
}

/** What is on the screen neither scrolls sideways nor is cut off at the sides, from 320 to 2,560 pixels. */
export async function fitsWidths(page, name) {
  for (const width of [320, 375, 390, 600, 761, 770, 820, 900, 980, 1024, 1180, 1440, 2560]) {
    await page.setViewportSize({ width, height: width > 1200 ? 900 : 740 });
    const wide = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth;
      const inside = (element) => {
        const scroller = element.closest('.gallery, .side');
        return scroller && getComputedStyle(scroller).overflowX !== 'visible';
      };
      const cut = [...document.querySelectorAll('main *, header *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > edge + 1 || left < -1) && !inside(element) && !element.closest('.vh, .skip');
      });
      return { page: document.documentElement.scrollWidth - edge, cut: cut[0]?.outerHTML.slice(0, 120) };
    });
    assert(wide.page <= 0 && !wide.cut, `${name} at ${width}: ${JSON.stringify(wide)}`);
  }
}

/** No page scrolls sideways, and nothing is cut off at the sides. */
export async function widths(context) {
  const page = await open(context);
  await startGame(page, context.server, { look: false });
  await makeGames(page, 4);
  for (const path of ['home', 'lobby', 'games', 'daily', 'account', 'settings', 'variants', 'rules/classic']) {
    await page.goto(`${context.server.url}/#/${path}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await fitsWidths(page, path);
  }
}

/** The first page with all its pictures, as it comes over the wire. */
export async function light(context) {
  const page = await open(context);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  let bytes = 0;
  let pictures = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  cdp.on('Network.responseReceived', ({ response }) => (pictures += Number(response.url.includes('board.svg'))));
  await page.goto(context.server.shipped);
  await page.locator('[data-variant]').first().waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.gallery img')].every((image) => image.complete && image.naturalWidth > 0),
  );
  console.log(`     home: ${(bytes / 1000).toFixed(0)} kB with ${pictures} pictures`);
  assert(pictures >= 33, `${pictures} pictures`);
  assert(bytes < 200_000, `${bytes} bytes`);
}
