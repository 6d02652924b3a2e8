/** Every screen: nothing covered, nothing clipped, nothing scrolled sideways, and the rack always there. */
import { assert, bestMove, myTurn, open, previewed, startGame } from './harness.mjs';

/** Twelve windows, from the smallest phone to a large screen. */
export const SIZES = [
  [320, 568],
  [360, 640],
  [375, 553],
  [390, 664],
  [390, 844],
  [667, 375],
  [844, 390],
  [820, 1180],
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [2560, 1300],
];

/** What is wrong with what is on the screen. Everything that can be pressed must be where a finger reaches it. */
function faults({ rack, dialog }) {
  const [width, height] = [innerWidth, innerHeight];
  const found = [];
  const name = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30);
    return `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${text}"`;
  };
  const scroller = document.scrollingElement;
  if (scroller.scrollWidth > width) found.push(`the page is ${scroller.scrollWidth} wide`);
  if (document.querySelector('.playgrid') && scroller.scrollHeight > height)
    found.push(`the page is ${scroller.scrollHeight} high`);
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/(auto|scroll)/.test(style.overflowY) && at.scrollHeight > at.clientHeight + 1) return at;
    }
    return null;
  };
  const top = document.querySelector('dialog[open]') ?? document.querySelector('.endover .result');
  const covering = [...document.querySelectorAll('.pan.grown, .endover .result')];
  for (const element of document.querySelectorAll('button, a[href], input, [tabindex="0"], .player, .sc')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (dialog && top && !top.contains(element)) continue;
    if (element.matches('.skip')) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    // A list that scrolls by itself may go on below its end; its part that is seen is judged.
    const list = scrolls(element)?.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (list && (y < list.top || y > list.bottom)) continue;
    if (box.left < -0.5 || box.right > width + 0.5) found.push(`${name(element)} reaches out sideways`);
    if (!list && (box.top < -0.5 || box.bottom > height + 0.5)) found.push(`${name(element)} reaches out`);
    const hit = document.elementFromPoint(x, y);
    const label = element.closest('label');
    if (hit && !element.contains(hit) && !hit.contains(element) && !(label && label.contains(hit))) {
      if (covering.some((one) => one.contains(hit)) && !element.closest('.dock')) continue;
      found.push(`${name(element)} is covered by ${name(hit)}`);
    }
    if (element.matches('.dock button, .bar .ib, .pan [role=tab]') && innerWidth < 1181) {
      const need = element.matches('.slot') ? 38 : 43.5;
      if (box.height < need && !element.matches('.lastline')) found.push(`${name(element)} is ${box.height} high`);
    }
  }
  if (rack) {
    const tiles = [...document.querySelectorAll('.dock .rack .slot')];
    if (!tiles.length) found.push('there is no rack');
    for (const tile of tiles) {
      const box = tile.getBoundingClientRect();
      if (box.top < 0 || box.bottom > height || box.left < 0 || box.right > width || box.width < 20)
        found.push('a tile of the rack is not seen');
      const open = document.querySelector('dialog[open]')?.getBoundingClientRect();
      if (open && box.left < open.right && box.right > open.left && box.top < open.bottom && box.bottom > open.top)
        found.push('a dialog lies over the rack');
    }
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    const first = document.querySelector('.dock')?.getBoundingClientRect();
    if (toast && first && toast.bottom > first.top && toast.right > first.left && toast.left < first.right)
      found.push('a notice lies over the dock');
  }
  return [...new Set(found)];
}

const wide = (size) => size.join('×');

/** Looks at a state in every window. */
async function everywhere(page, state, options = {}) {
  const told = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(), 60)))),
    );
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))));
    await options.before?.(width, height);
    const found = await page.evaluate(faults, { rack: options.rack ?? true, dialog: options.dialog ?? false });
    if (found.length) told.push(`${state} at ${wide([width, height])}: ${found.join('; ')}`);
  }
  assert(!told.length, told.join('\n'));
}

/** The size of a cell, in pixels. */
const cellSize = (page) => page.evaluate(() => document.querySelector('#board svg.board').getScreenCTM().a * 40);

/** The whole page of a game in all its states. */
export async function screens(context) {
  const page = await open(context, { reducedMotion: 'reduce' });
  await startGame(page, context.server, { level: 'beginner' });
  await myTurn(page);
  await everywhere(page, 'empty');
  const cells = {
    '360×640': 24,
    '375×553': 24.1,
    '390×844': 25.1,
    '844×390': 24.5,
    '820×1180': 49.6,
    '1440×900': 44.6,
  };
  for (const [size, least] of Object.entries(cells)) {
    const [width, height] = size.split('×').map(Number);
    await page.setViewportSize({ width, height });
    await page.waitForFunction(
      (least) => document.querySelector('#board svg.board').getScreenCTM().a * 40 >= least - 0.15,
      least,
    );
  }
  const move = await bestMove(page);
  await page.evaluate((found) => globalThis.tilewright.take(found), move);
  await previewed(page, move.score);
  await everywhere(page, 'placed');
  await page.evaluate(() => {
    const play = globalThis.tilewright;
    play.takeAllBack();
    const [one, two] = play.draft.slots.map((tile, slot) => ({ tile, slot })).filter(({ tile }) => tile !== '?');
    play.drop(one.slot, play.board.index('0,0'));
    play.drop(two.slot, play.board.index('3,0'));
  });
  await page.locator('[data-preview=illegal]').waitFor();
  await everywhere(page, 'illegal');
  await page.evaluate(() => globalThis.tilewright.takeAllBack());
  // A notice, over anything but the dock.
  const error = { code: 'rules', message: 'no', violations: [{ rule: 'pass', message: 'no' }] };
  await page.route('**/commands', (route) => route.fulfill({ status: 422, json: { error } }));
  await everywhere(page, 'notice', {
    before: async () => {
      await page.evaluate(() => globalThis.tilewright.command({ type: 'pass' }));
      await page.locator('.toast').waitFor();
    },
  });
  await page.unroute('**/commands');
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.evaluate(() => {
    const play = globalThis.tilewright;
    play.asking = { slot: 0, cell: 0, advance: false };
  });
  await page.locator('dialog[open]').waitFor();
  await everywhere(page, 'letter of a blank', { dialog: true });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('[data-action=pass]').click();
  await everywhere(page, 'pass', { dialog: true });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-action=menu]').click();
  await everywhere(page, 'menu', { dialog: true });
  await page.keyboard.press('Escape');
  await page.locator('[data-action=swap]').click();
  await everywhere(page, 'swap');
  await page.evaluate(() => (globalThis.tilewright.swapping = null));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('#tab-unseen').click();
  await page.locator('.pan.grown').waitFor();
  await everywhere(page, 'panel');
  await page.evaluate(() => globalThis.tilewright.command({ type: 'resign' }));
  await page.locator('.result').waitFor();
  await everywhere(page, 'finished', { rack: false });
}

/** The other's turn: the rack is there, and a premove can be made. */
export async function theirTurn(context) {
  const one = await open(context, { reducedMotion: 'reduce' });
  await startGame(one, context.server, { against: 'online' });
  const two = await open(context);
  await two.goto(await one.locator('[data-invite]').inputValue());
  for (const page of [one, two]) await page.waitForFunction(() => globalThis.tilewright?.state);
  const waiting = (await one.evaluate(() => globalThis.tilewright.myTurn)) ? two : one;
  await everywhere(waiting, 'their turn');
  const text = await waiting.locator('.playgrid').innerText();
  assert(!/Your (move|turn)/.test(text), 'it is called the own move while the other thinks');
}

/** Cells that are too small for a finger come closer while a tile is dragged, and go back. */
export async function closer(context) {
  const page = await open(context, { viewport: { width: 320, height: 568 } });
  await startGame(page, context.server, {});
  await myTurn(page);
  const size = await cellSize(page);
  assert(size > 21 && size < 24, `a cell is ${size} px`);
  const slot = await page.locator('[data-slot="0"]').boundingBox();
  const board = await page.locator('#board').boundingBox();
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  await page.mouse.move(slot.x + slot.width / 2, slot.y - 10, { steps: 2 });
  await page.mouse.move(board.x + 100, board.y + 100, { steps: 4 });
  const scale = () =>
    page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector('.zoomed')).transform).a);
  assert(Math.abs((await scale()) - 1.6) < 0.01, `the board is shown ${await scale()} times as large`);
  await page.mouse.up();
  if (await page.locator('dialog[open] .pick').first().isVisible())
    await page.locator('dialog[open] .pick').first().click();
  // The tile lies where the pointer was, and the whole board is seen again.
  await page.waitForFunction(() => globalThis.tilewright.draft.loose.length === 1);
  const cell = await page.evaluate(() => {
    const { board, draft } = globalThis.tilewright;
    return board.cell(draft.loose[0].cell).name;
  });
  const column = Math.floor(100 / size);
  assert(cell === `${String.fromCharCode(65 + column)}${column + 1}`, `it lies on ${cell}`);
  const whole = () =>
    page.waitForFunction(() => new DOMMatrix(getComputedStyle(document.querySelector('.zoomed')).transform).a === 1);
  await whole();
  // The same around a cell that is chosen, until it is given up.
  await page.mouse.click(board.x + 200, board.y + 200);
  await page.waitForFunction(
    () => Math.abs(new DOMMatrix(getComputedStyle(document.querySelector('.zoomed')).transform).a - 1.6) < 0.01,
  );
  await page.keyboard.press('Escape');
  await whole();
}
