/** Moves of every kind, talk, fingers, and boards that are drawn as graphs. */
import {
  assert,
  bestMove,
  cellPoint,
  commit,
  dragMove,
  dragTile,
  myTurn,
  open,
  previewed,
  startGame,
} from './harness.mjs';

const TURNING = `format = 1
id = "turning"
name = "Turning and sliding"
extends = "classic"
[tiles]
rotations = [["A", "E"], ["I", "O"], ["N", "R"], ["S", "T"]]
[rules.actions]
rotate = true
slide = true
`;

const FACES = { A: 'E', E: 'A', I: 'O', O: 'I', N: 'R', R: 'N', S: 'T', T: 'S' };

/** Starts a game of a file on the server, with free words. */
async function startFile(page, server, toml) {
  await page.goto(`${server.url}/#/home`);
  await page.locator('[data-variant]').first().waitFor();
  const id = await page.evaluate(async (toml) => {
    const ask = async (path, body, token) => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      return (await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    if (!localStorage.token) localStorage.token = (await ask('/guests', {})).token;
    const made = await ask(
      '/games',
      { variant: { toml }, words: 'free', seats: ['me', { bot: 'beginner' }] },
      localStorage.token,
    );
    return made.game.id;
  }, toml);
  await page.goto(`${server.url}/#/play/${id}`);
  await myTurn(page);
}

/** A tile is turned upside down, a group slides: by pointer and by keys. */
export async function slid(context) {
  const page = await open(context);
  await startFile(page, context.server, TURNING);
  const slots = await page.evaluate(() => globalThis.tilewright.draft.slots);
  const turnable = slots.findIndex((tile) => tile in FACES);
  assert(turnable >= 0, `no tile of ${slots} can be turned`);
  const plain = slots
    .map((tile, slot) => ({ tile, slot }))
    .filter(({ tile, slot }) => tile !== '?' && slot !== turnable);
  const first = slots[turnable];
  await dragTile(page, { place_at: { cell: '7,7', kind_id: first } });
  await dragTile(page, { place_at: { cell: '8,7', kind_id: plain[0].tile } });
  await page.locator('#board').focus();
  const cell = await cellPoint(page, '7,7');
  await page.mouse.click(cell.x, cell.y);
  await page.keyboard.press('.');
  const actions = await page.evaluate(() => globalThis.tilewright.move().actions);
  assert(
    actions.some((action) => 'rotate_tile' in action),
    'not turned by a key',
  );
  await page.locator('[data-action=turn-over]').click();
  await page.locator('[data-action=turn-over]').click();
  const face = await page.locator('#board .tile.ok .tt').first().innerHTML();
  assert(face === FACES[first], `${first} shows ${face}`);
  await page.waitForFunction(() => globalThis.tilewright.preview?.legal);
  await commit(page);
  if ((await myTurn(page)) !== 'mine') return;
  // Slide: what the engine allows for a group of two, first by pointer, then by keys.
  for (const way of ['pointer', 'keys']) {
    const found = await page.evaluate(async () => {
      const { board, stacks, table } = globalThis.tilewright;
      for (const cell of stacks.keys()) {
        for (const axis of board.axes.keys()) {
          const next = board.along(cell, axis, 1);
          if (!stacks.has(next)) continue;
          for (const by of [1, -1, 2, -2]) {
            const cells = [cell, next].map((one) => board.cell(one).label);
            const move = { actions: [{ slide_group: { cells, axis: board.axes[axis].axis, by } }] };
            const preview = await table.preview(move);
            const to = board.along(cell, axis, by);
            if (preview.legal && to >= 0)
              return { cells, by, to: board.cell(to).label, total: String(preview.breakdown.total) };
          }
        }
      }
      return null;
    });
    assert(found, 'nothing can slide');
    await page.locator('[data-action=slide]').click();
    if (way === 'pointer') {
      for (const cell of found.cells) {
        const at = await cellPoint(page, cell);
        await page.mouse.click(at.x, at.y);
      }
      const [from, to] = [await cellPoint(page, found.cells[0]), await cellPoint(page, found.to)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    } else {
      await page.locator('#board').focus();
      for (const cell of found.cells) {
        await page.evaluate((label) => globalThis.tilewright.setCursor(globalThis.tilewright.board.index(label)), cell);
        await page.keyboard.press('Space');
      }
      for (let i = 0; i < Math.abs(found.by); i++) await page.keyboard.press(found.by > 0 ? '+' : '-');
    }
    await previewed(page, found.total);
    await commit(page, way === 'keys' ? () => page.keyboard.press('Enter') : undefined);
    if ((await myTurn(page)) !== 'mine') return;
  }
}

/** What one player says, the other reads. */
export async function talked(context) {
  const one = await open(context);
  await startGame(one, context.server, { against: 'online' });
  const two = await open(context);
  await two.goto(await one.locator('[data-invite]').inputValue());
  await two.waitForURL(/#\/play\//);
  await one.locator('.chat [name=say]').fill('Good luck <b>');
  await one.locator('.chat [name=say]').press('Enter');
  await two.locator('.talk p', { hasText: 'Good luck <b>' }).waitFor();
  await two.locator('.chat [name=say]').fill('And to you');
  await two.locator('.chat button').click();
  await one.locator('.talk p', { hasText: 'And to you' }).waitFor();
  await one.reload();
  await one.locator('.talk p').nth(1).waitFor();
}

/** Two fingers bring the board closer; a tile still lands where it is dropped. */
export async function pinched(context) {
  const page = await open(context, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await startGame(page, context.server, { variant: 'super-21' });
  await myTurn(page);
  const session = await page.context().newCDPSession(page);
  const box = await page.locator('#board').boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type, apart) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === null
          ? []
          : [
              { x: middle.x - apart, y: middle.y, id: 1 },
              { x: middle.x + apart, y: middle.y, id: 2 },
            ],
    });
  // How much of the board the frame shows, in units of its drawing; the zoom itself takes a moment.
  const width = async () => {
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
    return page.evaluate(
      () => document.querySelector('#board').clientWidth / document.querySelector('#board svg.board').getScreenCTM().a,
    );
  };
  const before = await width();
  await touch('touchStart', 30);
  for (const apart of [40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd', null);
  const after = await width();
  assert(after < before / 1.6 && after > before / 2.6, `the view is ${after} of ${before} wide`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 390, `the page is ${wide} wide`);
  await touch('touchStart', 90);
  for (const apart of [60, 30, 15]) await touch('touchMove', apart);
  await touch('touchEnd', null);
  assert(Math.abs((await width()) - before) < 0.5, 'it does not come back');
}

/** A graph is drawn in the editor: a node, its lines, a premium of one's own; then it is played. */
export async function painted(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/invent`);
  await page.locator('#canvas svg.board').waitFor();
  await page.locator('select[name=template]').selectOption('graph-demo');
  await page.locator('[data-tool=node]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#canvas svg.board use').length === 71);
  const nodes = () => page.evaluate(() => document.querySelectorAll('#canvas svg.board use').length);
  // A node in the corner, then a line to it from the nearest node.
  const box = await page.locator('#canvas svg.board').boundingBox();
  const corner = { x: box.x + box.width - 30, y: box.y + box.height / 2 + 140 };
  await page.locator('[data-tool=node]').click();
  await page.mouse.click(corner.x, corner.y);
  await page.waitForFunction(() => document.querySelectorAll('#canvas svg.board use').length === 72);
  await page.locator('[data-tool=edge]').click();
  await page.locator('[name=tag]').fill('thread');
  const near = await page.evaluate(({ x, y }) => {
    const svg = document.querySelector('#canvas svg.board');
    const points = [...svg.querySelectorAll('use')].map((use) =>
      new DOMPoint(use.x.baseVal.value, use.y.baseVal.value).matrixTransform(svg.getScreenCTM()),
    );
    points.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
    return [points[0], points[1]].map(({ x, y }) => ({ x, y }));
  }, corner);
  const top = async () => (await page.locator('#canvas svg.board').boundingBox()).y;
  const before = await top();
  for (const at of near) await page.mouse.click(at.x, at.y);
  await page.waitForFunction(() => document.querySelector('[data-cells]')?.dataset.cells === '72 4');
  // A premium with a value of its own.
  await page.locator('[name=own-value]').fill('25');
  // Writing and choosing it may scroll the page, and the board with it.
  await page.locator('[data-brush="value-25"]').click();
  await page.mouse.click(near[0].x, near[0].y + (await top()) - before);
  await page.waitForFunction(
    () =>
      !document.querySelector('.fresh') && document.querySelector('.icanvas [data-cells]')?.dataset.cells === '72 4',
  );
  assert((await nodes()) === 72, 'a node is lost');
  await page.locator('.nameinput').fill('Threads');
  await page.locator('[data-action=play-it]:enabled').waitFor();
  await page.locator('[data-action=play-it]').click();
  await page.waitForURL(/#\/play\//);
  await myTurn(page);
  assert((await page.evaluate(() => globalThis.tilewright.board.cells.length)) === 72, 'another board');
  assert(
    await page.evaluate(() => globalThis.tilewright.board.cells.some((cell) => cell.premium === 'value-25')),
    'no premium',
  );
  await dragMove(page, await bestMove(page));
  await commit(page);
}
