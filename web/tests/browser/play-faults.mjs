/** Faults that players have met on the play page; each stays mended. */
import {
  assert,
  bestMove,
  cellPoint,
  commit,
  dragMove,
  myTurn,
  open,
  Server,
  startGame,
  takeSeat,
} from './harness.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const loose = (page) =>
  page.evaluate(() => {
    const { board, draft } = globalThis.tilewright;
    return draft.loose.map((one) => board.cell(one.cell).label);
  });

/** The slots of plain letters. */
const plain = (page) =>
  page.evaluate(() =>
    globalThis.tilewright.draft.slots.map((tile, slot) => ({ tile, slot })).filter(({ tile }) => tile !== '?'),
  );

/** Drags a tile to a cell, wherever it comes from. */
async function dragTo(page, slot, label) {
  const from = await page.locator(`[data-slot="${slot}"]`).boundingBox();
  const to = await cellPoint(page, label);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

/** A cell is tapped, then tiles: they are laid one after another. A tile is tapped, then a cell: it goes there. */
export async function tapped(context) {
  const page = await open(context, PHONE);
  await startGame(page, context.server, {});
  await myTurn(page);
  const [one, two, three] = await plain(page);
  const cell = await cellPoint(page, '7,7');
  await page.touchscreen.tap(cell.x, cell.y);
  await page.locator(`[data-slot="${one.slot}"]`).tap();
  await page.locator(`[data-slot="${two.slot}"]`).tap();
  const laid = await loose(page);
  assert(String(laid) === '7,7,8,7', `the tiles lie on ${laid}`);
  // A tile on the board is taken back by a tap on its empty slot.
  await page.locator(`[data-slot="${one.slot}"]`).tap();
  assert(String(await loose(page)) === '8,7', 'it is not taken back');
  await page.evaluate(() => {
    globalThis.tilewright.takeAllBack();
    globalThis.tilewright.aimed = false;
  });
  await page.locator(`[data-slot="${three.slot}"]`).tap();
  const other = await cellPoint(page, '3,4');
  await page.touchscreen.tap(other.x, other.y);
  assert(String(await loose(page)) === '3,4', `the tile lies on ${await loose(page)}`);
}

/** While a device changes hands, nothing of the next player is in the page. */
export async function curtained(context) {
  const page = await open(context);
  await startGame(page, context.server, { against: 'here' });
  await page.locator('[data-action=take-seat]').waitFor();
  const leaks = () =>
    page.evaluate(() => ({
      slots: globalThis.tilewright.draft.slots.length,
      view: 'seat' in globalThis.tilewright.table.view,
      tiles: document.querySelectorAll('[data-tile], [data-slot]').length,
      unseen: document.querySelectorAll('.pool').length,
      hints: document.querySelectorAll('[data-action=hint]').length,
      tools: document.querySelectorAll('.dock .tool').length,
      said: document.querySelector('[data-said]').textContent,
    }));
  const nothing = async (when) => {
    const { said, ...found } = await leaks();
    for (const [what, count] of Object.entries(found)) assert(!count, `${when}: ${what}`);
    assert(!/rack/i.test(said), `${when}: it says ${said}`);
    assert(!(await page.evaluate(() => globalThis.tilewright.table.hints())).length, `${when}: hints are given`);
    await page.locator('#board').focus();
    for (const letter of 'etaoinshrdlu') await page.keyboard.press(letter);
    assert((await loose(page)).length === 0, `${when}: typing places tiles`);
    assert(!/rack/i.test(await page.locator('[data-said]').innerText()), `${when}: typing tells the rack`);
  };
  await nothing('at the start');
  await takeSeat(page);
  await page.locator('[data-slot="0"]').waitFor();
  const move = await bestMove(page);
  if (!move) return curtained(context);
  await dragMove(page, move);
  await commit(page);
  await page.locator('[data-action=take-seat]').waitFor();
  await nothing('after a move');
}

/** One notation: number first across, letter first down; the same in the list, the dock and the hints. */
export async function directions(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  for (let i = 0; i < 4 && (await myTurn(page)) === 'mine'; i++) {
    const move = await bestMove(page);
    if (!move) break;
    await dragMove(page, move);
    await commit(page);
  }
  await myTurn(page);
  const listed = await page.locator('.moves li .c').allInnerTexts();
  const expected = await page.evaluate(() =>
    globalThis.tilewright.turns
      .filter((turn) => turn.kind === 'play')
      .map((turn) => {
        const word = turn.score.words.find((one) => one.main) ?? turn.score.words[0];
        const [x, y] = word.cells[0].split(',').map(Number);
        const column = String.fromCharCode(65 + x);
        const [x2] = word.cells[1].split(',').map(Number);
        return x2 === x ? `${column}${y + 1}` : `${y + 1}${column}`;
      })
      .reverse(),
  );
  const shown = listed.filter(Boolean);
  assert(shown.length >= 4 && String(shown) === String(expected), `${shown} instead of ${expected}`);
  // Hints: one row for each word, with a place or the number of places, in an order that is told.
  await page.locator('[data-action=hint]').click();
  await page.locator('.found .r1').first().waitFor();
  const rows = await page.locator('.found .r1').evaluateAll((all) =>
    all.map((row) => ({
      word: row.querySelector('b').textContent,
      place: row.querySelector('.c').textContent,
      score: Number(row.querySelector('.p').textContent),
    })),
  );
  assert(rows.length > 1, 'no hints');
  assert(new Set(rows.map((row) => row.word)).size === rows.length, 'a word has several rows');
  for (const { word, place } of rows)
    assert(/^(\d+[A-O]|[A-O]\d+|\d+ places)$/.test(place), `${word} lies at ${place}`);
  for (let i = 1; i < rows.length; i++) assert(rows[i - 1].score >= rows[i].score, 'not in the order of scores');
  assert((await page.locator('[role=radio][aria-checked=true]').innerText()) === 'Score', 'the order is not told');
  const single = page.locator('.found .r1:not([aria-expanded])').first();
  const place = await single.locator('.c').innerText();
  await single.click();
  assert((await loose(page)).length === 0, 'a hint is placed before it is chosen');
  await page.locator('[data-action=play]').click();
  await page.waitForFunction(() => globalThis.tilewright.draft.loose.length > 0);
  await page.waitForFunction((place) => document.querySelector('.preview .tot')?.textContent.includes(place), place);
}

/** The end: the scores, what was added or lost, the tiles left; the rack and its tools are gone. */
export async function ended(context) {
  const page = await open(context);
  await startGame(page, context.server, { against: 'here' });
  for (let i = 0; i < 8 && !(await page.locator('.result').isVisible()); i++) {
    await takeSeat(page);
    await page.locator('[data-action=pass]').click();
    await page.locator('[data-action=sure]').click();
    await page.waitForFunction((turns) => globalThis.tilewright.turns.length > turns, i);
  }
  await page.locator('.result').waitFor();
  const result = await page.evaluate(() => globalThis.tilewright.state.result);
  const rows = page.locator('.result [data-result]');
  assert((await rows.count()) === 2, 'no scores');
  for (let seat = 0; seat < 2; seat++) {
    const row = page.locator(`[data-result="${seat}"]`);
    const score = String(result.scores[seat]).replace('-', '−');
    assert((await row.locator('.sc').innerText()) === score, `seat ${seat} has another score`);
    assert((await row.locator('.left li').count()) === result.left[seat].length, `seat ${seat}: tiles left`);
    assert(/less \d+ for the tiles left/.test(await row.innerText()), `seat ${seat}: ${await row.innerText()}`);
  }
  assert((await page.locator('.dock .tool').count()) === 0, 'tools of a rack that is gone');
  await page.keyboard.press('Escape');
  await page.locator('.result').waitFor({ state: 'detached' });
}

/** Small things: no dangling dot, a letter of one's own, plain words, the dart beside the label. */
export async function details(context) {
  const page = await open(context);
  await startGame(page, context.server, { against: 'here' });
  for (const meta of await page.locator('.player .meta').allInnerTexts())
    assert(!/^\s*·|·\s*$/.test(meta), `“${meta}” has a dangling dot`);
  const avatars = await page.locator('.player .av').allInnerTexts();
  assert(new Set(avatars).size === avatars.length, `the players are ${avatars}`);
  await startGame(page, context.server, {});
  await myTurn(page);
  // On a premium, the arrow of the cursor leaves the label free.
  await page.locator('#board').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => {
    const play = globalThis.tilewright;
    play.setCursor(play.board.cells.findIndex((cell) => cell.premium));
  });
  await page.locator('.cursor .ca').first().waitFor();
  const gap = await page.evaluate(() => {
    const middle = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    const cell = document.querySelector('.cursor .cs').getBoundingClientRect();
    const darts = [...document.querySelectorAll('.cursor .ca')].map((dart) => middle(dart.getBoundingClientRect()));
    const at = middle(cell);
    return Math.min(...darts.map((dart) => Math.hypot(dart.x - at.x, dart.y - at.y))) / cell.width;
  });
  assert(gap > 0.3, `the arrow is ${gap.toFixed(2)} of a cell from the middle`);
  const text = await page.locator('body').innerText();
  for (const word of ['Plan', 'Planned', 'Mend', 'Talk', 'Legal moves'])
    assert(!new RegExp(`\\b${word}\\b`).test(text), `the page says “${word}”`);
}

/** One loose tile is neither right nor wrong; two are judged. */
export async function neutral(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  await myTurn(page);
  const [one, two] = await plain(page);
  await dragTo(page, one.slot, '0,0');
  await page.locator('[data-preview=neutral]').waitFor();
  assert((await page.locator('#board .tile.bad, #board .nb, #board .gap, #board .chip').count()) === 0, 'it is judged');
  assert((await page.locator('.pill.bad').count()) === 0, 'it is called not legal');
  assert(/1 tile placed/.test(await page.locator('.preview').innerText()), 'nothing is said about it');
  await dragTo(page, two.slot, '3,0');
  await page.locator('[data-preview=illegal]').waitFor();
  assert((await page.locator('#board .tile.bad').count()) === 2, 'two tiles are not judged');
}

/** The sum of a word: letters with their values, factors in place, brackets only with a factor of the word. */
export async function summed(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  await myTurn(page);
  await dragMove(page, await bestMove(page));
  const sum = (await page.locator('.preview [data-sum]').first().innerText()).replace(/\s+/g, '');
  const word = await page.evaluate(() => {
    const { words } = globalThis.tilewright.preview.breakdown;
    return words.find((one) => one.main) ?? words[0];
  });
  const factors = word.steps.filter((step) => typeof step.effect === 'object' && 'multiply' in step.effect);
  const letters = word.letters.map((letter) => {
    const steps = letter.steps ?? [];
    const by = steps.map((step) => `×${Number(step.value) / Number(letter.base)}`);
    return `${letter.letter}${letter.base}${by.join('')}`;
  });
  const inside = letters.join('+');
  const whole = factors.length ? `(${inside})${factors.map((step) => `×${step.effect.multiply}`).join('')}` : inside;
  assert(sum === `${whole}=${word.score}`, `${sum} instead of ${whole}=${word.score}`);
  assert(factors.length > 0, 'the first word has no factor');
}

/** Hexagons and nodes are called what is printed on the board. */
export async function printed(context) {
  const page = await open(context);
  await startGame(page, context.server, { variant: 'hex' });
  await myTurn(page);
  const hex = await page.evaluate(() => {
    const { board } = globalThis.tilewright;
    return {
      names: board.cells.map((cell) => cell.name),
      texts: [...document.querySelectorAll('#board text.co')].map((text) => text.textContent),
    };
  });
  assert(new Set(hex.names).size === hex.names.length, 'two cells have one name');
  for (const name of hex.names) {
    const [, letter, number] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
    assert(hex.texts.includes(letter) && hex.texts.includes(number), `${name} is not printed`);
  }
  await dragMove(page, await bestMove(page));
  await commit(page);
  const place = await page.locator('.moves li .c').last().innerText();
  assert(/^(\d+[A-Z]+|[A-Z]+\d+[↗↙]?)$/.test(place), `the move lies at ${place}`);
  await startGame(page, context.server, { variant: 'graph-demo' });
  await myTurn(page);
  const unprinted = await page.evaluate(() => {
    const texts = new Set([...document.querySelectorAll('#board text.co')].map((text) => text.textContent));
    return globalThis.tilewright.board.cells.filter((cell) => !texts.has(cell.name)).map((cell) => cell.name);
  });
  assert(!unprinted.length, `not printed: ${unprinted}`);
}

/** A running game can be looked back at, and goes on where it was. */
export async function lookedBack(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  for (let i = 0; i < 2 && (await myTurn(page)) === 'mine'; i++) {
    const move = await bestMove(page);
    if (!move) break;
    await dragMove(page, move);
    await commit(page);
  }
  await myTurn(page);
  const tiles = () => page.locator('#board .tile.set, #board .tile.last').count();
  const now = await tiles();
  await page.locator('#board').focus();
  await page.keyboard.press('[');
  await page.locator('.backband').waitFor();
  assert((await tiles()) < now, 'the board has not gone back');
  for (let i = 0; i < 8; i++) await page.keyboard.press('[');
  assert((await tiles()) === 0, 'the first turn has tiles');
  await page.locator('[data-action=now]').click();
  assert((await tiles()) === now, 'it has not come back');
}

/** Chat has a mark for what was not read; who watches neither sees nor gets it. */
export async function chatted(context) {
  const one = await open(context, PHONE);
  const id = await startGame(one, context.server, { against: 'online' });
  const two = await open(context);
  await two.goto(await one.locator('[data-invite]').inputValue());
  await two.locator('.chat [name=say]').fill('Good luck');
  const watching = await open(context);
  const frames = [];
  watching.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await watching.goto(`${context.server.url}/#/play/${id}`);
  await watching.locator('.playgrid').waitFor();
  await watching.waitForFunction(() => globalThis.tilewright.table.connection === 'live');
  await two.locator('.chat [name=say]').press('Enter');
  await one.locator('[data-unread]', { hasText: '1' }).waitFor();
  await one.locator('#tab-chat').click();
  await one.locator('.talk p', { hasText: 'Good luck' }).waitFor();
  await one.locator('[data-unread]').waitFor({ state: 'detached' });
  assert((await watching.locator('.chat').count()) === 0, 'who watches sees a chat');
  const status = await watching.evaluate(async (id) => (await fetch(`/api/v1/games/${id}/chat`)).status, id);
  assert(status === 403, `the chat answers ${status} to who watches`);
  assert(!frames.some((frame) => frame.includes('Good luck')), 'the server sends who watches the chat');
}

/** A game that is opened while the server is down is not called missing, and opens when it is back. */
export async function unreachable({ browser, pages }) {
  const server = await Server.start();
  try {
    const page = await open({ browser, pages, server });
    const id = await startGame(page, server, {});
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/home`);
    await page.locator('[data-variant]').first().waitFor();
    await server.down();
    await page.goto(`${server.url}/#/play/${id}`);
    await page.locator('.notice', { hasText: 'This game is kept' }).waitFor();
    await server.up();
    await page.locator('.playgrid').waitFor();
    await page.goto(`${server.url}/#/play/no-such-game`);
    await page.locator('.notice[role=alert]', { hasText: 'not found' }).waitFor();
  } finally {
    await server.close();
  }
}
