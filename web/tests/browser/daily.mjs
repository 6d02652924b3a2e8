/** The puzzle of the day: its turns, and its result as a picture and a text. */
import { readFileSync } from 'node:fs';
import { check } from './accessible.mjs';
import { assert, myTurn, open } from './harness.mjs';

/** A move of one tile beside the word that lies there. Hints are off, so it is tried until one is legal. */
const smallMove = (page) =>
  page.evaluate(async () => {
    const play = globalThis.tilewright;
    const { board } = play;
    const kinds = new Set(play.draft.slots.filter((tile) => tile !== '?'));
    for (const cell of play.stacks.keys())
      for (const axis of board.axes.keys())
        for (const way of [1, -1]) {
          const to = board.step(cell, axis, way);
          if (to < 0 || play.stacks.has(to)) continue;
          for (const kind of kinds) {
            const move = { actions: [{ place_at: { cell: board.cell(to).label, kind_id: kind } }] };
            if ((await play.table.preview(move)).legal) return move;
          }
        }
    return null;
  });

/** Turns are counted; the shared picture and text have the score, and no letter that the player has laid. */
export async function shared(context) {
  const page = await open(context, { acceptDownloads: true, reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: context.server.url });
  // A browser that can hand pictures to other programs, which keeps what it is given.
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (data) => {
      globalThis.given = { text: data.text, type: data.files[0].type, size: data.files[0].size };
    };
  });
  await page.goto(`${context.server.url}/#/daily`);
  await page.locator('[data-action=daily][data-state=new]').click();
  await page.waitForURL(/#\/play\/daily-/);
  let played = 0;
  for (let turn = 1; (await myTurn(page)) === 'mine'; turn++) {
    await page.locator(`[data-turn-of="${turn}"]`).waitFor({ state: 'attached' });
    await page.locator('.preview', { hasText: `turn ${turn} of 5` }).waitFor();
    const move = played < 2 ? await smallMove(page) : null;
    if (move) played += 1;
    await page.evaluate(
      (move) => globalThis.tilewright.table.send(move ? { type: 'move', move } : { type: 'pass' }),
      move,
    );
    await page.waitForFunction((turn) => globalThis.tilewright.turns.length >= turn, turn);
  }
  const { score, letters } = await page.evaluate(() => {
    const { turns, state } = globalThis.tilewright;
    const letters = turns.flatMap((turn) => turn.placements).length;
    return { score: String(state.result.scores[0]), letters };
  });
  assert(letters === played, `${letters} tiles in ${played} plays`);
  // The puzzle is played once a day.
  await page.locator('.result').waitFor();
  assert((await page.locator('[data-action=rematch]').count()) === 0, 'a rematch of the puzzle');
  await page.locator('.result [data-action=share]').click();
  await page.locator('[data-shared]').waitFor();
  assert((await page.locator('[data-share-text]').innerText()).includes(`${score} points`), 'another score');
  await page.keyboard.press('Escape');

  await page.goto(`${context.server.url}/#/daily`);
  await page.locator('[data-action=share]').click();
  const card = page.locator('[data-shared] svg.sharecard');
  await card.waitFor();
  const shown = await card.evaluate((svg) => ({
    big: svg.querySelector('.big').textContent,
    bars: svg.querySelectorAll('.bar').length,
    letters: [...svg.querySelectorAll('.tt')].filter((text) => text.textContent).length,
    tiles: svg.querySelectorAll('.tile').length,
    values: svg.querySelectorAll('.tv, .tz').length,
  }));
  assert(shown.big === score && shown.bars === 5, JSON.stringify(shown));
  assert(shown.tiles - shown.letters === letters, `letters are shown: ${JSON.stringify(shown)}`);
  assert(shown.values === shown.letters, `values are shown: ${JSON.stringify(shown)}`);

  await check(page, 'shared result', true);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-action=share-download]').click(),
  ]);
  const png = readFileSync(await file.path());
  assert(png.subarray(1, 4).toString() === 'PNG', 'no picture');
  const size = `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
  assert(size === '1200x630', size);
  assert(png.length > 10_000, `an empty picture: ${png.length} bytes`);
  if (process.env.SHOTS) await file.saveAs(`${process.env.SHOTS}/share-card.png`);
  await page.locator('[data-action=share-send]').click();
  await page.waitForFunction(() => globalThis.given);
  const given = await page.evaluate(() => globalThis.given);
  assert(given.type === 'image/png' && given.size === png.length, JSON.stringify(given));
  await page.locator('[data-action=share-copy]').click();
  await page.locator('.toast').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert(text === given.text && text.includes(`${score} points`), text);
}
