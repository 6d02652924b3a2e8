/** The engine in the page and at the server, the analysis and the lab. */
import { assert, bestMove, commit, dragMove, dragTile, myTurn, open, startGame, takeSeat } from './harness.mjs';

/** Requests to an engine from now on. */
function asked(page) {
  const found = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/(engine|games\/[^/]+\/preview)$/.test(request.url())) found.push(request.url());
  });
  return found;
}

/** Waits until previews are made in the page: until one needs no request. */
async function loaded(page, requests) {
  for (let i = 0; i < 150; i++) {
    requests.length = 0;
    await page.evaluate(() => globalThis.tilewright.table.preview(globalThis.tilewright.move()));
    if (!requests.length) return;
    await page.waitForTimeout(200);
  }
  throw new Error('the engine never answers in the page');
}

/** Previews of games on the server and at one device are made in the page, and are what the commit gives. */
export async function inThePage(context) {
  for (const [variant, against] of [
    ['classic', 'bot'],
    ['classic-nl', 'bot'],
    ['hex', 'here'],
  ]) {
    const page = await open(context);
    const requests = asked(page);
    await startGame(page, context.server, { variant, against });
    if (against === 'here') await takeSeat(page);
    await myTurn(page);
    const move = await bestMove(page);
    await dragTile(page, move.move.actions[0]);
    await loaded(page, requests);
    await page.evaluate(() => globalThis.tilewright.takeAllBack());
    requests.length = 0;
    await dragMove(page, move);
    assert(requests.length === 0, `${variant}: ${requests.length} requests for previews`);
    const times = await page.evaluate(async () => {
      const play = globalThis.tilewright;
      const times = [];
      for (let i = 0; i < 30; i++) {
        const start = performance.now();
        await play.table.preview(play.move());
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b);
    });
    const [p50, p95] = [times[15], times[28]];
    console.log(`     ${variant}: a preview in the page takes ${p50.toFixed(1)} ms (p95 ${p95.toFixed(1)} ms)`);
    assert(p50 < 16, `${variant}: a preview takes ${p50} ms`);
    await commit(page);
  }
}

/** Without the module the server's engine says the same. */
export async function withoutModule(context) {
  for (const against of ['bot', 'here']) {
    const page = await open(context);
    await page.route('**/*.wasm', (route) => route.abort());
    const requests = asked(page);
    await startGame(page, context.server, { against });
    if (against === 'here') await takeSeat(page);
    await myTurn(page);
    const move = await bestMove(page);
    await dragMove(page, move);
    await page.waitForTimeout(1000);
    await page.evaluate(() => globalThis.tilewright.takeAllBack());
    requests.length = 0;
    await dragMove(page, move);
    assert(requests.length > 0, 'nobody was asked');
    await commit(page);
  }
}

/** A look at a game that is over: chances to win, and the played move beside the best. */
export async function analysed(context) {
  const page = await open(context);
  const id = await startGame(page, context.server, { variant: 'sprint-diagonal' });
  for (let turn = 0; turn < 2; turn++) {
    await myTurn(page);
    await dragMove(page, await bestMove(page, 5));
    await commit(page);
  }
  await myTurn(page);
  await page.locator('[data-action=menu]').click();
  await page.locator('[data-menu=resign]').click();
  await page.locator('[data-action=sure]').click();
  await page.locator('.result').waitFor();
  await page.goto(`${context.server.url}/#/analyse/${id}`);
  await page.locator('.ana input[type=range]').fill('0');
  await page.locator('.toplist tr.played').waitFor();
  const rows = await page.locator('.toplist tbody tr').count();
  assert(rows >= 5, `${rows} moves`);
  const wins = await page.locator('.toplist .wincell').allInnerTexts();
  const chances = wins.map((text) => Number.parseFloat(text));
  assert(
    chances.every((win) => win >= 0 && win <= 100),
    `chances to win: ${wins}`,
  );
  assert([...chances].sort((a, b) => b - a).join() === chances.join(), `not in order: ${wins}`);
  const compared = await page.locator('[data-win]').allInnerTexts();
  assert(compared.length === 3, `played, best and difference: ${compared}`);
  // The same request has the same answer, wherever it is answered.
  const [here, there] = await page.evaluate(async (id) => {
    const { token } = localStorage;
    const file = await fetch(`/api/v1/games/${id}/export.json`, { headers: { authorization: `Bearer ${token}` } });
    const game = await file.json();
    const event = game.snapshot.log.events.findIndex((one) => one.fact.type === 'played');
    const call = { op: 'analyze', game, event, best: 12, rollouts: 240, nodes: 4000, seed: 1 };
    const response = await fetch('/api/v1/engine', { method: 'POST', body: JSON.stringify({ v: 1, call }) });
    const { answer } = await response.json();
    const shown = [...document.querySelectorAll('.toplist .wincell')].map((cell) => cell.textContent.trim());
    return [shown, answer.turn.best.map((move) => `${(move.judged.win * 100).toFixed(1)} %`)];
  }, id);
  assert(here.join() === there.join(), `the page says ${here}, the server ${there}`);
  await page.locator('[data-action=all]').click();
  const turns = await page.locator('.ana input[type=range]').getAttribute('max');
  await page.locator(`[data-judged="${Number(turns) + 1}"]`).waitFor({ timeout: 60_000 });
  assert((await page.locator('.chart circle').count()) === Number(turns) + 1, 'a chance for every turn');
}

/** A run of the lab with its plots, and one that is stopped. */
export async function lab(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/invent`);
  await page.locator('[data-brush]').first().waitFor();
  await page.locator('[data-action=lab-run]:enabled').waitFor();
  await page.locator('[name=lab-games]').fill('12');
  await page.locator('[data-action=lab-run]').click();
  await page.locator('[data-games="12"]').waitFor({ timeout: 60_000 });
  await page.locator('[data-action=lab-run]').waitFor();
  const plots = await page.locator('.plot').count();
  assert(plots >= 8, `${plots} plots`);
  assert((await page.locator('.findings li').count()) >= 3, 'no findings');
  const first = await page.locator('.findings').innerText();
  // The same seed plays the same games.
  await page.locator('[data-action=lab-run]').click();
  await page.locator('[data-games="12"]').waitFor({ timeout: 60_000 });
  assert((await page.locator('.findings').innerText()) === first, 'another run says something else');
  await page.locator('[name=lab-games]').fill('2000');
  await page.locator('[data-action=lab-run]').click();
  await page.waitForFunction(() => Number(document.querySelector('[data-games]').dataset.games) > 0);
  await page.locator('[data-action=lab-stop]').click();
  await page.locator('[data-action=lab-run]').waitFor();
  const games = Number(await page.locator('[data-games]').getAttribute('data-games'));
  assert(games > 0 && games < 2000, `${games} games after a stop`);
}
