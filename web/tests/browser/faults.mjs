/** What goes wrong is said in words, and mended by itself where that is possible. */
import { assert, bestMove, commit, dragMove, myTurn, newGame, open, Server, startGame } from './harness.mjs';

/** A server that can be stopped without disturbing the other tests. */
function alone(test) {
  return async ({ browser, pages }) => {
    const server = await Server.start();
    try {
      await test({ browser, pages, server });
    } finally {
      await server.close();
    }
  };
}

/** While the server is away every page says so, and shows what it should as soon as it is back. */
export const away = alone(async (context) => {
  const { server } = context;
  const page = await open(context);
  const id = await startGame(page, server, { level: 'beginner' });
  if ((await myTurn(page)) === 'mine') {
    await dragMove(page, await bestMove(page));
    await commit(page);
  }
  await server.down();
  for (const [path, there] of [
    [`explain/${id}/0`, '[data-steps]'],
    [`analyse/${id}`, '.ana'],
  ]) {
    await page.goto(`${server.url}/#/${path}`);
    await page.reload();
    await page.locator('[data-unreachable]').waitFor();
    const text = await page.locator('main').innerText();
    assert(text.includes('No connection'), text);
    assert(!/not found|no such|deleted/i.test(text), `${path} claims that something is missing: ${text}`);
    await page.locator('[data-connection=lost]').waitFor();
    await server.up();
    await page.locator(there).first().waitFor({ timeout: 30_000 });
    await server.down();
  }
  // Rules need no server: the engine in the page knows them.
  await page.goto(`${server.url}/#/rules/hex`);
  await page.locator('.rulelist').waitFor({ timeout: 60_000 });
  await server.up();
  // What is really missing is said to be missing.
  await page.goto(`${server.url}/#/explain/000000000000000000000000/0`);
  await page.locator('[role=alert]', { hasText: 'no such game' }).waitFor({ timeout: 30_000 });
});

/** A page that could not be fetched says so, and comes when it can. */
export async function lazy(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-variant]').first().waitFor();
  let broken = true;
  await page.route(/assets\/(Settings|Games)-/, (route) => (broken ? route.abort() : route.continue()));
  await page.goto(`${context.server.url}/#/settings`);
  await page.locator('[data-unreachable]', { hasText: 'could not be loaded' }).waitFor();
  broken = false;
  await page.locator('[data-set=theme-dark]').waitFor({ timeout: 30_000 });
}

/** Addresses that lead nowhere say so. */
export async function badLinks(context) {
  const page = await open(context);
  for (const path of ['nowhere', 'play', '%E0%A4%A', 'rules/no-such-variant', 'shared/rubbish', 'explain']) {
    await page.goto(`${context.server.url}/#/home`);
    await page.goto(`${context.server.url}/#/${path}`);
    await page.locator('[role=alert]').first().waitFor();
    const text = await page.locator('main').innerText();
    assert(text.trim().length > 20 && !/undefined|JSON|TypeError|URIError/.test(text), `${path}: ${text}`);
  }
  await page.goto(`${context.server.url}/#/invent/rubbish`);
  await page.locator('.toast', { hasText: 'contains no variant' }).waitFor();
}

/** After the last turn the puzzle offers its result, not a next turn. */
export async function dailyEnd(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-action=daily][data-state=new]').click();
  await page.waitForURL(/#\/play\/daily-/);
  for (let turn = 0; turn < 5 && (await myTurn(page)) === 'mine'; turn++) {
    const before = await page.evaluate(() => globalThis.tilewright.turns.length);
    await page.evaluate(() => globalThis.tilewright.table.send({ type: 'pass' }));
    await page.waitForFunction((before) => globalThis.tilewright.turns.length > before, before);
    if (turn === 0) {
      await page.goto(`${context.server.url}/#/home`);
      await page.locator('[data-action=daily][data-state=running]', { hasText: 'Continue' }).click();
      await page.waitForURL(/#\/play\/daily-/);
    }
  }
  assert((await myTurn(page)) === 'over', 'the puzzle goes on');
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-action=daily][data-state=finished]', { hasText: 'See the result' }).waitFor();
}

/** The film sums the whole move, and both pages count the same turns; the rack is shown where one studies. */
export async function counted(context) {
  const page = await open(context);
  const id = await startGame(page, context.server, { level: 'beginner' });
  while ((await page.evaluate(() => globalThis.tilewright.turns.length)) < 5 && (await myTurn(page)) === 'mine') {
    const before = await page.evaluate(() => globalThis.tilewright.turns.length);
    const move = await bestMove(page);
    const command = move ? { type: 'move', move: move.move } : { type: 'pass' };
    await page.evaluate((command) => globalThis.tilewright.table.send(command), command);
    await page.waitForFunction((before) => globalThis.tilewright.turns.length > before, before);
  }
  // While the bot moves, a command would be for a game that has gone on.
  await myTurn(page);
  await page.evaluate(() => globalThis.tilewright.table.send({ type: 'resign' }));
  assert((await myTurn(page)) === 'over', 'the game goes on');
  // A move that makes several words, or has a bonus.
  const turns = await page.evaluate(() =>
    globalThis.tilewright.turns.map(({ score }) => (score ? [score.words.length, Number(score.total)] : null)),
  );
  const best = turns.reduce((best, one, at) => (one && one[0] > (turns[best]?.[0] ?? 0) ? at : best), 0);
  await page.goto(`${context.server.url}/#/explain/${id}/${best}`);
  await page.locator('[data-steps]').waitFor();
  await page.locator('[data-action=end]').click();
  let last = Number(await page.locator('[data-film-value]').innerText());
  assert(last === turns[best][1], `${last} of ${turns[best][1]}`);
  const steps = Number(await page.locator('[data-steps]').getAttribute('data-steps'));
  for (let step = 0; step < steps; step++) {
    await page.locator('[data-action=back]').click({ force: true });
    const shown = await page.locator('[data-film-value]').innerText();
    if (shown === '–') break;
    assert(Number(shown) <= last, `the sum falls from ${shown} to ${last}`);
    last = Number(shown);
  }
  const explained = await page.locator('[data-turns]').getAttribute('data-turns');
  await page.goto(`${context.server.url}/#/analyse/${id}`);
  await page.locator('[data-rack]').waitFor({ timeout: 60_000 });
  const studied = await page.locator('[data-turns]').getAttribute('data-turns');
  assert(explained === studied, `${explained} turns here, ${studied} there`);
  assert((await page.locator('[data-rack] li').count()) > 0, 'an empty rack');
  await page.setViewportSize({ width: 375, height: 667 });
  const cut = await page.evaluate(() => {
    const chart = document.querySelector('.chart').getBoundingClientRect();
    return [...document.querySelectorAll('.chart text')]
      .map((text) => [text.textContent, text.getBoundingClientRect()])
      .filter(([, box]) => box.left < chart.left - 1 || box.right > chart.right + 1 || box.bottom > chart.bottom + 1)
      .map(([text]) => text);
  });
  assert(!cut.length, `cut off: ${cut}`);
}

/** Languages without a word list: the rules say so, and nobody reads messages meant for programs. */
export async function freeWords(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/rules/hebrew`);
  await page.locator('.rulelist').waitFor();
  const rules = await page.locator('.rulelist').innerText();
  assert(rules.includes('Any word will do') && !rules.includes('must be in the word list'), rules);
  assert(rules.includes('right to left') && !rules.includes('backwards'), rules);
  await page.goto(`${context.server.url}/#/rules/ring`);
  await page.locator('.rulelist').waitFor();
  const ring = await page.locator('[data-rule=first_move_start]').innerText();
  assert(/one of|a cell with a star/.test(ring), ring);
  await newGame(page, context.server, { variant: 'hebrew' });
  assert(await page.locator('[data-action=start]').isDisabled(), 'a bot without words');
  await page.goto(`${context.server.url}/#/invent/new`);
  await page.locator('#canvas svg.board').waitFor();
  await page.locator('select[name=template]').selectOption('hebrew');
  await page.locator('[data-action=play-people]:enabled').waitFor();
  await page.waitForFunction(() => document.querySelector('[data-action=play-it]').disabled);
  await page.locator('[data-action=play-people]').click();
  await page.waitForURL(/#\/play\//);
}

/** What is typed into the editor never becomes a message of a parser, and it is kept by itself. */
export async function workshop(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/invent/new`);
  await page.locator('#canvas svg.board').waitFor();
  await page.locator('[data-action=play-it]:enabled').waitFor();
  const count = page.getByLabel('Number of A tiles');
  const before = await count.inputValue();
  for (const text of ['', '-5', '1.5', '1e9']) {
    await count.fill(text);
    await page.waitForTimeout(400);
    const checks = await page.locator('.lint').innerText();
    assert(!/line \d|TOML|expected|u16/.test(checks), checks);
    assert((await count.getAttribute('aria-invalid')) === 'true', `${text} is taken`);
  }
  await count.blur();
  assert((await count.inputValue()) === before, 'the number is lost');
  await count.fill('12');
  await page.getByLabel('Value of A').fill('4');
  await page.getByLabel('Name of the variant').fill('Kept by itself');
  await page.locator('[data-saved=yes]').waitFor();
  assert(/#\/invent\/mine\//.test(page.url()), page.url());
  await page.reload();
  await page.locator('#canvas svg.board').waitFor();
  assert((await page.getByLabel('Name of the variant').inputValue()) === 'Kept by itself', 'another name');
  assert((await count.inputValue()) === '12', 'another bag');
  // Undo covers the name too.
  await page.getByLabel('Name of the variant').fill('Something else');
  await page.locator('[data-action=undo]').click();
  await page.waitForFunction(() => document.querySelector('.nameinput').value === 'Kept by itself');
  await page.locator('[data-saved=yes]').waitFor();
  await page.goto(`${context.server.url}/#/variants`);
  await page.locator('[data-count="1"]').waitFor();
  await page.locator('[data-invention] a', { hasText: 'Kept by itself' }).click();
  await page.locator('#canvas svg.board').waitFor();
  await page.goto(`${context.server.url}/#/variants`);
  await page.locator('[data-action=drop]').click();
  await page.locator('[data-action=drop-sure]').click();
  await page.locator('[data-count="0"]').waitFor();
}

/** Settings apply at once, stay, and are chosen by arrow keys too. */
export async function settled(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/settings`);
  await page.locator('[data-set=theme-dark]').click();
  assert((await page.locator('html').getAttribute('data-theme')) === 'dark', 'still light');
  await page.locator('[data-set=language-en]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('h1', { hasText: 'Instellingen' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('h1', { hasText: 'Einstellungen' }).waitFor();
  assert((await page.locator('html').getAttribute('lang')) === 'de', 'another language');
  await page.reload();
  await page.locator('h1', { hasText: 'Einstellungen' }).waitFor();
  await page.goto(`${context.server.url}/#/rules/hex`);
  await page.locator('.rulelist').waitFor();
  const text = await page.locator('.rulesbody').innerText();
  assert(text.includes('Sechseck aus 127 Feldern') && !/ the | tiles /.test(text), text);
}
