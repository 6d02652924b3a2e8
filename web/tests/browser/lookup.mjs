/** Played words are looked up in the word lists. */
import { check } from './accessible.mjs';
import { assert, bestMove, commit, dragMove, myTurn, open, startGame } from './harness.mjs';

/** The lists that know a word, its score and its hooks; words of the player's own choice too. */
export async function lookedUp(context) {
  const page = await open(context, { reducedMotion: 'reduce' });
  await startGame(page, context.server, {});
  await myTurn(page);
  const move = await bestMove(page);
  await dragMove(page, move);
  await commit(page);
  await myTurn(page);
  await page.locator('[data-part=moves] [data-action=look-up]').click();
  // A bot may play the same word again: the latest time counts.
  const turn = await page.evaluate(() => {
    const { turns } = globalThis.tilewright;
    const { text } = turns[0].score.words.find((one) => one.main);
    const words = turns.toReversed().flatMap((one) => one.score?.words ?? []);
    return { text, score: String(words.find((one) => one.text === text).score) };
  });
  await page.locator('dialog[open] .chip', { hasText: new RegExp(`^${turn.text}$`) }).click();
  await page.locator(`[data-look-up="${turn.text}"]`).waitFor();
  await page.locator('dialog[open] .pill[data-valid=true]', { hasText: 'English: valid' }).waitFor();
  await page.locator('dialog[open] .pill', { hasText: 'Dutch: ' }).waitFor();
  await page.locator('dialog[open] section', { hasText: `${turn.score} points` }).waitFor();
  await page.locator('dialog[open] [name=look-up]').fill('gaze');
  await page.locator('dialog[open] [name=look-up]').press('Enter');
  await page.locator('[data-look-up=GAZE] .pill[data-valid=false]', { hasText: 'Dutch: not in the list' }).waitFor();
  const found = await page.locator('dialog[open] dl').innerText();
  const lines = ['In front\nA\n', 'Behind\nD, R, S\n', 'Anagrams\nnone\n', 'GLAZE, GRAZE'];
  for (const line of lines) assert(found.includes(line), `${line} is not in ${found}`);
  await check(page, 'look-up', true);
  // A word that no tiles can spell is no error.
  await page.locator('dialog[open] [name=look-up]').fill('9');
  await page.locator('dialog[open] [name=look-up]').press('Enter');
  await page.locator('[data-look-up="9"]', { hasText: 'English: not in the list' }).waitFor();
  await page.keyboard.press('Escape');
  // From the board: the word at the cursor goes first.
  await page.evaluate((word) => {
    const play = globalThis.tilewright;
    play.setCursor(play.board.index(play.turns[0].score.words.find((one) => one.text === word).cells[0]));
  }, turn.text);
  await page.locator('#board').focus();
  await page.keyboard.press('Alt+w');
  await page.locator('[data-look-up]').waitFor();
  const first = await page.locator('[data-look-up]').getAttribute('data-look-up');
  const cells = await page.evaluate(
    (word) =>
      globalThis.tilewright.turns
        .flatMap((turn) => turn.score?.words ?? [])
        .filter((one) => one.text === word)
        .flatMap((one) => one.cells.map((label) => globalThis.tilewright.board.index(label))),
    first,
  );
  const cursor = await page.evaluate(() => globalThis.tilewright.cursor.cell);
  assert(cells.includes(cursor), `${first} does not lie at the cursor`);
}

/** Where hints are off, nothing is shown that would be one; where words can be challenged, nothing at all. */
export async function lookUpClosed(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/daily`);
  await page.locator('[data-action=daily]').click();
  await page.waitForURL(/#\/play\/daily-/);
  await myTurn(page);
  await page.locator('[data-part=moves] [data-action=look-up]').click();
  await page.locator('[data-look-up]', { hasText: 'No word has been played' }).waitFor();
  assert((await page.locator('[data-look-up] input, [data-look-up] dl').count()) === 0, 'words can be searched');

  await startGame(page, context.server, { variant: 'wordstockt-challenge', look: false });
  await page.locator('[data-part=moves] [data-action=look-up]').click();
  await page.locator('[data-look-up]', { hasText: 'can be challenged' }).waitFor();
}
