/** What the page weighs, and what a phone with a slow connection has to wait for. */
import { assert, open } from './harness.mjs';
import { slownessOf } from './speed.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The time until the first tile that we want, in milliseconds, and the bytes that it may take. */
const WANTED = 2000;
const MOST_BYTES = 220_000;
/**
 * Other programs take time from the browser, its network and the server alike, and nothing tells how much. The
 * bound is three times what we want, so that it finds a page that has become heavy and not a machine that is busy.
 */
const ROOM = 3;

/** 1.6 Mbit/s with 150 ms, and a quarter of this machine's speed. */
async function throttle(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return cdp;
}

/** A player with a game that waits: the token, the player and the id of the game. */
async function waitingGame(server) {
  const post = async (path, body, headers = {}) => {
    const type = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/api/v1${path}`, options);
    assert(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };
  const { token, player } = await post('/guests', {});
  const asked = { variant: { shipped: 'classic' }, seats: ['me', { bot: 'beginner' }] };
  const { game } = await post('/games', asked, { authorization: `Bearer ${token}` });
  return { token, player: JSON.stringify(player), id: game.id };
}

/** Runs in the page: types a letter of the rack as soon as board and rack are painted, and notes when it lies. */
function layFirstTile({ token, player }) {
  localStorage.setItem('token', token);
  localStorage.setItem('player', player);
  let typed = false;
  const look = () => {
    if (document.querySelector('[data-mark]')) globalThis.firstTile ??= performance.now();
    const letters = [...document.querySelectorAll('[data-slot] .tt')].map((one) => one.textContent);
    const letter = letters.find((one) => /^[A-Z]$/.test(one));
    if (typed || !letter || !document.querySelector('#board [data-cell]')) return;
    typed = true;
    globalThis.board = performance.now();
    const press = () =>
      document
        .getElementById('board')
        .dispatchEvent(new KeyboardEvent('keydown', { key: letter.toLowerCase(), bubbles: true, cancelable: true }));
    requestAnimationFrame(() => setTimeout(press));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Opens a game with nothing kept: when its first tile lies, and how many bytes came until then. */
async function firstTile(context) {
  const waiting = await waitingGame(context.server);
  const page = await open(context, PHONE);
  await page.addInitScript(layFirstTile, waiting);
  const cdp = await throttle(page);
  let bytes = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`${context.server.shipped}/#/play/${waiting.id}`);
  await page.waitForFunction(() => globalThis.firstTile);
  const sofar = bytes;
  const [board, tile] = await page.evaluate(() => [globalThis.board, globalThis.firstTile]);
  return { page, board, tile, bytes: sofar };
}

/** The first tile lies on the board soon after a game is opened, and not at the price of a heavy page. */
export async function weigh(context) {
  let best = null;
  let slowness = 1;
  for (let run = 0; run < 3; run++) {
    const { page, ...found } = await firstTile(context);
    if (!best || found.tile < best.tile) best = found;
    if (best.tile < WANTED) break;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    slowness = await slownessOf(page);
    await page.context().close();
    context.pages.splice(context.pages.indexOf(page), 1);
  }
  const seconds = (ms) => (ms / 1000).toFixed(2);
  console.log(
    `     a game on a slow phone: board after ${seconds(best.board)} s, first tile after ${seconds(best.tile)} s ` +
      `(${WANTED / 1000} s wanted), ${(best.bytes / 1000).toFixed(0)} kB; ` +
      `this machine: ${slowness.toFixed(2)} times the reference`,
  );
  assert(best.bytes < MOST_BYTES, `${best.bytes} bytes before the first tile`);
  assert(best.tile < ROOM * WANTED * slowness, `the first tile after ${best.tile} ms`);
}

/** The first load, as it comes over the wire. */
export async function small(context) {
  const page = await open(context);
  const sizes = [];
  page.on('requestfinished', async (request) => {
    if (['document', 'script', 'stylesheet', 'fetch', 'manifest'].includes(request.resourceType()))
      sizes.push(request.sizes());
  });
  await page.goto(context.server.shipped);
  await page.locator('[data-variant]').first().waitFor();
  await page.waitForTimeout(500);
  const all = (await Promise.all(sizes)).reduce((sum, size) => sum + size.responseBodySize, 0);
  console.log(`     first load: ${(all / 1000).toFixed(0)} kB without pictures`);
  assert(all < 250_000, `${all} bytes`);
}
