/** What goes between the page and the server, counted; and what the player is told about refusals. */
import { readFileSync } from 'node:fs';
import { assert, bestMove, commit, dragMove, myTurn, open, startGame } from './harness.mjs';

/** Counts the requests of a page and the frames that its sockets receive. */
function count(page) {
  const seen = { requests: [], frames: [] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.requests.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const { type } = JSON.parse(String(payload));
      // A pong answers the page's own ping.
      if (type !== 'pong') seen.frames.push(type);
    });
  });
  return seen;
}

const revision = (page) => page.evaluate(() => Number(document.querySelector('.playgrid')?.dataset.revision ?? 0));

/** Waits until nothing has come for a while. */
async function quiet(...counted) {
  const sum = () => counted.reduce((sum, one) => sum + one.requests.length + one.frames.length, 0);
  for (let last = -1; last !== sum();) {
    last = sum();
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** A move between two people, watched by a third: one POST, one frame for each of them, no GET. */
export async function pushed(context) {
  const pages = [await open(context), await open(context), await open(context)];
  const counted = pages.map(count);
  const [one, two, watching] = pages;
  const id = await startGame(one, context.server, { against: 'online' });
  await two.goto(await one.locator('[data-invite]').inputValue());
  await two.waitForURL(/#\/play\//);
  await watching.goto(`${context.server.url}/#/play/${id}`);
  for (const page of pages) await page.locator('.playgrid').waitFor();
  for (let round = 0; round < 3; round++) {
    const turns = await Promise.all(pages.map((page) => page.locator('.playgrid').getAttribute('data-turn')));
    const mover = turns.indexOf('mine');
    assert(mover >= 0, `nobody is to move: ${turns}`);
    const move = await bestMove(pages[mover]);
    if (!move) break;
    await dragMove(pages[mover], move);
    await quiet(...counted);
    for (const seen of counted) seen.requests.length = seen.frames.length = 0;
    const before = await revision(one);
    await commit(pages[mover]);
    for (const page of pages) {
      await page.waitForFunction(
        (before) => Number(document.querySelector('.playgrid').dataset.revision) > before,
        before,
      );
    }
    await quiet(...counted);
    counted.forEach(({ requests, frames }, index) => {
      const expected = index === mover ? [`POST /api/v1/games/${id}/commands`] : [];
      assert(String(requests) === String(expected), `round ${round}, page ${index}: requests ${requests}`);
      assert(String(frames) === 'events', `round ${round}, page ${index}: frames ${frames}`);
    });
    const shown = await Promise.all(pages.map((page) => page.locator('.player .sc').allInnerTexts()));
    assert(new Set(shown.map(String)).size === 1, `the scores differ: ${shown.join(' / ')}`);
    const lists = await Promise.all(pages.map((page) => page.evaluate(() => globalThis.tilewright.turns.length)));
    assert(
      lists.every((length) => length === round + 1),
      `turns: ${lists}`,
    );
  }
}

/** A rematch reaches the opponent, who declines it and later accepts one; both land in one new game. */
export async function rematched(context) {
  const pages = [await open(context), await open(context)];
  const [one, two] = pages;
  const id = await startGame(one, context.server, { against: 'online' });
  await two.goto(await one.locator('[data-invite]').inputValue());
  await two.waitForURL(/#\/play\//);
  for (const page of pages) await page.locator('.playgrid').waitFor();
  await one.evaluate(() => globalThis.tilewright.table.send({ type: 'resign' }));
  for (const page of pages) await page.locator('[data-rematch=none]').waitFor();
  await one.locator('[data-rematch] [data-action=rematch]').click();
  await one.locator('[data-rematch=asked]').waitFor();
  await two.locator('[data-rematch=offered]').waitFor();
  assert(one.url().endsWith(id) && two.url().endsWith(id), 'somebody has left the finished game');
  await two.locator('[data-rematch] button').first().click();
  await one.locator('[data-rematch=declined]').waitFor();
  await two.locator('[data-rematch] [data-action=rematch]').click();
  await one.locator('[data-rematch=offered]').waitFor();
  await one.locator('[data-rematch] [data-action=rematch]').click();
  for (const page of pages) await page.waitForURL((url) => url.hash.startsWith('#/play/') && !url.hash.endsWith(id));
  assert(one.url() === two.url(), `two games: ${one.url()} and ${two.url()}`);
  for (const page of pages) await page.locator('.playgrid[data-turn]').waitFor();
  // Who looks at the old game again stays there.
  await one.goto(`${context.server.url}/#/play/${id}`);
  await one.locator('[data-rematch=made] a').waitFor();
  assert(one.url().endsWith(id), 'the old game is left at once');
}

/** The server's reasons for a refusal: all of them, in the player's language. */
export async function refused(context) {
  const page = await open(context, { locale: 'nl-NL' });
  await startGame(page, context.server, {});
  await myTurn(page);
  await dragMove(page, await bestMove(page));
  const violations = [
    { rule: 'turn_order', message: 'it is not your turn' },
    { rule: 'word_validation', message: 'QZX is not a word', words: ['QZX'] },
    { rule: 'no_such_rule', message: 'a plugin objects' },
  ];
  const error = { code: 'rules', message: 'the move breaks 3 rules', violations };
  await page.route('**/commands', (route) => route.fulfill({ status: 422, json: { error } }));
  await page.locator('[data-action=play]:visible').click();
  await page.locator('.reasons li').nth(2).waitFor();
  const shown = (await page.locator('.reasons li b').allInnerTexts()).join('|');
  assert(/aan de beurt/.test(shown), shown);
  assert(/woordenlijst: QZX/.test(shown), shown);
  assert(/a plugin objects/i.test(shown), shown);
  // A pass has no tiles on the board: the same reasons are shown in a notice.
  await page.locator('[data-action=pass]').click();
  await page.locator('[data-action=sure]').click();
  const notice = await page.locator('.toast').innerText();
  assert(/aan de beurt/.test(notice) && /QZX/.test(notice) && /a plugin objects/.test(notice), notice);
}

/** Every setting of every rule is in the engine's answer: the page needs no defaults of its own. */
export async function stated({ server }) {
  const path = new URL('../../../crates/protocol/generated/protocol.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(path, 'utf8'));
  const definitions = schema.$defs ?? schema.definitions;
  const { variants } = await (await fetch(`${server.url}/api/v1/variants`)).json();
  assert(variants.length > 20, `${variants.length} variants`);
  for (const { id } of variants) {
    const { rules } = await (await fetch(`${server.url}/api/v1/variants/${encodeURIComponent(id)}`)).json();
    for (const [rule, property] of Object.entries(definitions.RulesSpec.properties)) {
      assert(rules[rule] !== undefined, `${id}: ${rule} is not stated`);
      const reference = property.$ref ?? property.allOf?.[0]?.$ref;
      for (const setting of Object.keys(definitions[reference.split('/').at(-1)].properties ?? {})) {
        assert(rules[rule][setting] !== undefined, `${id}: ${rule}.${setting} is not stated`);
      }
    }
  }
}

/** The page as it is shipped plays, and has no way in for tests. */
export async function shipped(context) {
  const page = await open(context);
  await startGame(page, { url: context.server.shipped }, { against: 'bot', look: false });
  await page.locator('.playgrid[data-turn=mine]').waitFor();
  const slot = await page.locator('[data-slot="0"]').boundingBox();
  const board = await page.locator('#board svg.board').first().boundingBox();
  await page.mouse.move(slot.x + slot.width / 2, slot.y + slot.height / 2);
  await page.mouse.down();
  await page.mouse.move(slot.x + slot.width / 2, slot.y - 10, { steps: 2 });
  await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2, { steps: 4 });
  await page.mouse.up();
  const letter = page.locator('dialog[open] .pick').first();
  if (await letter.isVisible()) await letter.click();
  await page.locator('[data-preview]:not([data-preview=none])').waitFor();
  const names = await page.evaluate(() => Object.keys(globalThis).filter((name) => /tilewright/i.test(name)));
  assert(names.length === 0, `the page has ${names}`);
}
