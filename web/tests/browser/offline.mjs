/** A game against a bot from start to end, with the server stopped. */
import { assert, bestMove, myTurn, open, Server } from './harness.mjs';

export async function offlineGame({ browser, pages }) {
  const server = await Server.start();
  let up = true;
  try {
    const context = { browser, pages, server };
    const page = await open(context, { serviceWorkers: 'allow' });
    // What it takes to be installed.
    await page.goto(`${server.url}/#/settings`);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector('link[rel=manifest]').href;
      return (await fetch(link)).json();
    });
    assert(manifest.display === 'standalone' && manifest.start_url === '/', JSON.stringify(manifest));
    assert(
      ['192x192', '512x512'].every((size) => manifest.icons.some((icon) => icon.sizes === size)),
      'no icons',
    );
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.locator('[data-action=keep-engine]').click();
    await page.locator('[data-kept=kept]').waitFor({ timeout: 60_000 });

    // No server, no files: only what the browser has kept.
    await server.down();
    up = false;
    for (const files of server.files) {
      files.closeAllConnections();
      files.close();
    }
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/home`);
    await page.locator('[data-connection=lost]').waitFor({ timeout: 30_000 });
    await page.locator('[data-variant=classic]').click({ timeout: 60_000 });
    await page.locator('[data-against=bot]').click();
    await page.locator('select[name=level]').selectOption('beginner');
    await page.locator('[data-action=start]').click();
    await page.waitForURL(/#\/play\/local-/, { timeout: 60_000 });
    let played = 0;
    for (let turn = 0; turn < 120; turn++) {
      await page.waitForFunction(() => globalThis.tilewright?.state, undefined, { timeout: 60_000 });
      // One person alone passes the device to nobody.
      assert((await page.locator('[data-action=take-seat]').count()) === 0, 'a curtain before the only person');
      if ((await myTurn(page)) !== 'mine') break;
      const before = await page.evaluate(() => globalThis.tilewright.turns.length);
      const move = await bestMove(page);
      const command = move ? { type: 'move', move: move.move } : { type: 'pass' };
      await page.evaluate((command) => globalThis.tilewright.table.send(command), command);
      await page.waitForFunction((before) => globalThis.tilewright.turns.length > before, before);
      played += 1;
    }
    assert(await page.evaluate(() => globalThis.tilewright.over), `the game goes on after ${played} turns`);
    assert(played > 5, `only ${played} turns`);
    const bot = await page.evaluate(() => globalThis.tilewright.turns.filter((one) => one.seat === 1).length);
    assert(bot > 3, `the bot moved ${bot} times`);
    // It is kept, and can be opened again.
    await page.reload();
    await page.waitForFunction(() => globalThis.tilewright?.over, undefined, { timeout: 60_000 });
  } finally {
    if (up) await server.down();
    server.discard();
  }
}
