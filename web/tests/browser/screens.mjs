/**
 * Pictures of every screen, for the documentation: `node tests/browser/screens.mjs DIRECTORY`.
 * Where `pngquant` is there, it makes them a third of their size.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { bestMove, commit, dragTile, launch, myTurn, newPage, previewed, Server, startGame } from './harness.mjs';

const directory = process.argv[2] ?? '../docs/pictures/playground';
mkdirSync(directory, { recursive: true });
const server = await Server.start();
const browser = await launch();
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

async function shot(page, name, whole = false) {
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: whole });
}

/** Changes the colours of the page without leaving it. */
function paint(page, theme, palette) {
  return page.evaluate((data) => Object.assign(document.documentElement.dataset, data), { theme, palette });
}

async function playOn(page, count) {
  for (let i = 0; i < count; i++) {
    if ((await myTurn(page)) !== 'mine') return;
    const move = await bestMove(page);
    if (!move) return;
    await page.evaluate((found) => globalThis.tilewright.take(found), move);
    await previewed(page, move.score);
    await commit(page);
  }
  await myTurn(page);
}

try {
  for (const [size, options] of Object.entries(sizes)) {
    const page = await newPage(browser, server, { ...options, colorScheme: 'light' });
    await page.goto(`${server.url}/#/home`);
    await page.locator('[data-variant]').first().waitFor();
    await shot(page, `home-${size}`);
    const id = await startGame(page, server, { level: 'casual' });
    await playOn(page, 4);
    const move = await bestMove(page, 2);
    await page.evaluate((found) => globalThis.tilewright.take(found), move);
    await previewed(page, move.score);
    await shot(page, `play-${size}`);
    await page.evaluate(() => globalThis.tilewright.takeAllBack());
    const plain = await page.evaluate(() =>
      globalThis.tilewright.draft.slots.filter((tile) => tile !== '?').slice(0, 2),
    );
    if (size === 'desktop') {
      await dragTile(page, { place_at: { cell: '0,14', kind_id: plain[0] } });
      await dragTile(page, { place_at: { cell: '3,14', kind_id: plain[1] } });
      await page.locator('[data-preview=illegal]').waitFor();
      await paint(page, 'light', 'safe');
      await shot(page, 'reasons-desktop-safe');
      await paint(page, 'dark', 'default');
      await page.evaluate(() => globalThis.tilewright.takeAllBack());
      await page.locator('[data-action=hint]').click();
      await page.locator('.found button').first().waitFor();
      await shot(page, 'hints-desktop-dark');
      await paint(page, 'light', 'default');
    }
    await page.goto(`${server.url}/#/explain/${id}/0`);
    await page.locator('[data-action=next]').waitFor();
    await shot(page, `explain-${size}`, size === 'phone');
    await page.goto(`${server.url}/#/play/${id}`);
    await myTurn(page);
    await page.locator('[data-action=menu]').click();
    await page.locator('[data-menu=resign]').click();
    await page.locator('dialog[open] [data-action=sure]').click();
    await page.locator('.result').waitFor();
    await page.goto(`${server.url}/#/analyse/${id}`);
    await page.locator('.toplist tbody tr').first().waitFor();
    await page.locator('[data-action=all]').click();
    await page.locator('[data-action=all]:disabled').waitFor({ timeout: 120_000 });
    await page.locator('.toplist button').nth(1).click();
    await shot(page, `analyse-${size}`, size === 'phone');
    await page.goto(`${server.url}/#/invent`);
    await page.locator('#canvas svg.board').waitFor();
    await shot(page, `invent-${size}`, size === 'phone');
    await page.locator('[name=lab-games]').fill('100');
    await page.locator('[data-action=lab-run]:enabled').click();
    await page.locator('[data-games="100"]').waitFor({ timeout: 180_000 });
    await page.locator('.lab').scrollIntoViewIfNeeded();
    await page.locator('.lab').screenshot({ path: `${directory}/lab-${size}.png` });
    await page.locator('select[name=template]').selectOption('graph-demo');
    await page.locator('[data-tool=edge]').click();
    await page.waitForFunction(() => document.querySelectorAll('#canvas svg.board use').length === 71);
    await shot(page, `graph-editor-${size}`);
    await page.goto(`${server.url}/#/rules/anadrome`);
    await page.locator('.rulelist').waitFor();
    await shot(page, `rules-${size}`);
    const other = await newPage(browser, server, { ...options, colorScheme: 'light' });
    await startGame(page, server, { against: 'online' });
    await other.goto(await page.locator('[data-invite]').inputValue());
    for (const one of size === 'phone' ? [page, other] : []) await one.locator('#tab-chat').click();
    await other.locator('.chat [name=say]').fill('Good luck!');
    await other.locator('.chat [name=say]').press('Enter');
    await page.locator('.talk p').waitFor();
    await page.locator('.chat [name=say]').fill('And to you. Your turn to begin?');
    await page.locator('.chat [name=say]').press('Enter');
    await page.locator('.talk p').nth(1).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await shot(page, `talk-${size}`);
    await other.context().close();
    for (const variant of ['hex', 'tower-3d', 'stacking', 'graph-demo', 'anadrome']) {
      await startGame(page, server, { variant, level: 'casual' });
      await playOn(page, 3);
      await shot(page, `${variant}-${size}`);
    }
    if (page.faults.length) console.log(size, page.faults);
    await page.context().close();
  }
  const pictures = readdirSync(directory).filter((name) => name.endsWith('.png'));
  spawnSync('pngquant', ['--force', '--skip-if-larger', '--ext', '.png', '--quality', '70-95', ...pictures], {
    cwd: directory,
  });
} finally {
  await browser.close();
  await server.close();
}
