/** What must be seen in a browser. */
import { readFileSync } from 'node:fs';
import { accessible, pagesAccessible } from './accessible.mjs';
import { account, departure, names, ratedInvitation, sessions } from './accounts.mjs';
import { adminEverywhere, gameModerated, noRole, playerModerated } from './admin.mjs';
import { analysed, inThePage, lab, withoutModule } from './engine.mjs';
import { archive, light, waiting, widths } from './home.mjs';
import { away, badLinks, counted, dailyEnd, freeWords, lazy, settled, workshop } from './faults.mjs';
import {
  assert,
  bestMove,
  cellPoint,
  commit,
  dragMove,
  dragTile,
  myTurn,
  open,
  pass,
  previewed,
  Server,
  startGame,
  takeSeat,
} from './harness.mjs';
import { shared } from './daily.mjs';
import { byTree, cleanDesk, cleanPhone, spoken } from './everyone.mjs';
import {
  chatted,
  curtained,
  details,
  directions,
  ended,
  lookedBack,
  neutral,
  printed,
  summed,
  tapped,
  unreachable,
} from './play-faults.mjs';
import { closer, screens, theirTurn } from './layout.mjs';
import { followed, mailed, returned } from './links.mjs';
import { pushed, refused, rematched, shipped, stated } from './live.mjs';
import { challenged, lobbyStates, ratedSeeks, sought } from './lobby.mjs';
import { offlineGame } from './offline.mjs';
import { lookedUp, lookUpClosed } from './lookup.mjs';
import { painted, pinched, slid, talked } from './moves.mjs';
import { swift } from './speed.mjs';
import { small, weigh } from './weight.mjs';

/** A whole game against a bot by drag and drop. */
async function wholeGame(context) {
  const page = await open(context);
  await startGame(page, context.server, { level: 'beginner' });
  let played = 0;
  while ((await myTurn(page)) === 'mine') {
    const move = await bestMove(page);
    if (!move) await pass(page);
    else {
      await dragMove(page, move);
      await commit(page);
      played += 1;
    }
  }
  assert(played > 5, `only ${played} plays`);
  await page.locator('.result').waitFor();
  const scores = await page.evaluate(() => globalThis.tilewright.state.result.scores);
  assert(Number(scores[0]) > 0, 'no score');
}

const KEYS = { '-1,0': 'ArrowLeft', '1,0': 'ArrowRight', '0,-1': 'ArrowUp', '0,1': 'ArrowDown' };

/** Types a move with nothing but keys. */
async function typeMove(page, move) {
  const plan = await page.evaluate((actions) => {
    const { board, cursor } = globalThis.tilewright;
    const tiles = actions.map(({ place_at: one }) => ({ ...one, cell: board.index(one.cell) }));
    const axis = board.axes.findIndex((_, axis) => {
      const reach = (from) => {
        const found = new Set([from]);
        for (let cell = from; cell >= 0; cell = board.step(cell, axis, 1)) found.add(cell);
        return found;
      };
      return tiles.some((one) => tiles.every((other) => reach(one.cell).has(other.cell)));
    });
    const order = [];
    const along = (cell) => {
      let steps = 0;
      for (let at = cell; at >= 0; at = board.step(at, axis, -1)) steps += 1;
      return steps;
    };
    order.push(...tiles.sort((a, b) => along(a.cell) - along(b.cell)));
    const from = board.cell(cursor.cell);
    const to = board.cell(order[0].cell);
    return {
      axis,
      turns: (axis - cursor.axis + board.axes.length) % board.axes.length,
      dx: Math.round((to.x - from.x) / 40),
      dy: Math.round((to.y - from.y) / 40),
      tiles: order,
    };
  }, move.move.actions);
  for (let i = 0; i < Math.abs(plan.dx); i++) await page.keyboard.press(KEYS[`${Math.sign(plan.dx)},0`]);
  for (let i = 0; i < Math.abs(plan.dy); i++) await page.keyboard.press(KEYS[`0,${Math.sign(plan.dy)}`]);
  const target = await page.evaluate(() => globalThis.tilewright.cursor.axis);
  const axes = await page.evaluate(() => globalThis.tilewright.board.axes.length);
  for (let i = 0; i < (plan.axis - target + axes) % axes; i++) await page.keyboard.press('Space');
  for (const tile of plan.tiles) {
    const letter = tile.as_symbol ?? tile.kind_id;
    if (tile.as_symbol) await page.keyboard.press(`Shift+${letter}`);
    else await page.keyboard.press(letter.toLowerCase());
  }
  const loose = await page.evaluate(() => globalThis.tilewright.draft.loose.length);
  assert(loose === plan.tiles.length, `${loose} of ${plan.tiles.length} tiles were typed`);
}

/** A whole game by keyboard only: `daily-9` against nobody has five turns, `classic` is played on. */
async function keyboardGame(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-variant=classic]').waitFor();
  await page.locator('[data-way=bot]').focus();
  await page.keyboard.press('Enter');
  await page.locator('select[name=variant]').focus();
  await page.keyboard.press('Home');
  await page.locator('[data-action=start]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/play\//);
  let played = 0;
  while ((await myTurn(page)) === 'mine') {
    const move = await bestMove(page, 3);
    await page.locator('#board').focus();
    if (!move) {
      const turns = await page.evaluate(() => globalThis.tilewright.turns.length);
      await page.locator('[data-action=pass]').focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-action=sure]').focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction((turns) => globalThis.tilewright.turns.length > turns, turns);
      continue;
    }
    await typeMove(page, move);
    if (played === 0) {
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Control+z');
    }
    await previewed(page, move.score);
    await commit(page, () => page.keyboard.press('Enter'));
    played += 1;
  }
  assert(played > 5, `only ${played} plays`);
  await page.locator('.result').waitFor();
}

/** A whole game of two people in two browsers, with a reload and a restart of the server in the middle. */
async function onlineGame({ browser, pages }) {
  // A server of its own: the others go on while this one is down.
  const server = await Server.start();
  try {
    await playOnline({ browser, pages, server });
  } finally {
    await server.close();
  }
}

async function playOnline(context) {
  const one = await open(context);
  await startGame(one, context.server, { against: 'online' });
  const invitation = await one.locator('[data-invite]').inputValue();
  const two = await open(context);
  await two.goto(invitation);
  await two.waitForURL(/#\/play\//);
  const players = [one, two];
  const turn = async () => {
    for (const page of players) {
      if ((await page.evaluate(() => document.querySelector('.playgrid')?.dataset.turn)) === 'mine') return page;
    }
    return null;
  };
  const over = () => one.evaluate(() => globalThis.tilewright.over);
  let round = 0;
  for (; round < 100; round++) {
    let page = null;
    for (let i = 0; i < 200 && !page && !(await over()); i++) {
      page = await turn();
      if (!page) await one.waitForTimeout(50);
    }
    if (await over()) break;
    assert(page, 'nobody is to move');
    const move = await bestMove(page);
    if (!move) {
      await pass(page);
      continue;
    }
    if (round < 6) await dragMove(page, move);
    else {
      await page.evaluate((found) => globalThis.tilewright.take(found), move);
      await previewed(page, move.score);
    }
    await commit(page);
    if (round === 1) {
      await one.reload();
      await one.locator('.playgrid').waitFor();
    }
    if (round === 3) {
      await context.server.down();
      await two.locator('.netbar').waitFor();
      await context.server.up();
      await two.waitForFunction(() => globalThis.tilewright.table.connection === 'live');
      await one.waitForFunction(() => globalThis.tilewright.table.connection === 'live');
    }
  }
  assert(round > 10, `the game was over after ${round} turns`);
  for (const page of players) await page.locator('.result').waitFor();
  const scores = await Promise.all(
    players.map((page) =>
      page.evaluate(() => globalThis.tilewright.state.seats.map((seat) => String(seat.score)).join()),
    ),
  );
  assert(scores[0] === scores[1], `${scores}`);
}

/** A move on a board of another shape, and its explanation to the end. */
function shape(variant, words = undefined, moves = 2) {
  return async (context) => {
    const page = await open(context);
    const id = await startGame(page, context.server, { variant, words });
    for (let i = 0; i < moves; i++) {
      if ((await myTurn(page)) !== 'mine') break;
      const move = await bestMove(page);
      if (!move) {
        await pass(page);
        continue;
      }
      await dragMove(page, move);
      await commit(page);
    }
    const index = await page.evaluate(() => globalThis.tilewright.turns.findIndex((turn) => turn.kind === 'play'));
    const total = await page.evaluate((index) => String(globalThis.tilewright.turns[index].score.total), index);
    await page.goto(`${context.server.url}/#/explain/${id}/${index}`);
    await page.locator('[data-steps]').waitFor();
    const first = await page.locator('[data-steps]').getAttribute('data-step');
    await page.waitForFunction((first) => document.querySelector('[data-steps]').dataset.step !== first, first);
    await page.locator('[data-action=end]').click();
    const shown = await page.locator('[data-film-value]').innerText();
    assert(shown.replace('∞', 'Infinity') === total, `the film ends with ${shown}, the log says ${total}`);
  };
}

/** A link to a turn, opened by somebody who knows nothing. */
async function shareLink(context) {
  const page = await open(context);
  const id = await startGame(page, context.server, {});
  await myTurn(page);
  const move = await bestMove(page);
  await dragMove(page, move);
  const total = await commit(page);
  await page.goto(`${context.server.url}/#/explain/${id}/0`);
  await page.locator('[data-action=share]').click();
  await page.waitForFunction(() => document.querySelector('#share-link').value !== '');
  const link = await page.locator('#share-link').inputValue();
  const fresh = await open(context);
  await fresh.goto(link);
  await fresh.locator('[data-action=end]').click();
  assert((await fresh.locator('[data-film-value]').innerText()) === total, 'another total');
  assert((await fresh.locator('[data-account-total]').innerText()) === total, 'another account');
}

/** A finger on a phone. */
async function phone(context) {
  const page = await open(context, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  await startGame(page, context.server, {});
  await myTurn(page);
  const move = await bestMove(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type, x, y) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  for (const { place_at: tile } of move.move.actions) {
    const slot = await page.evaluate(
      (kind) =>
        globalThis.tilewright.draft.slots.findIndex(
          (tile, slot) => tile === kind && !globalThis.tilewright.isOut(slot),
        ),
      tile.kind_id,
    );
    await page.locator(`[data-slot="${slot}"]`).scrollIntoViewIfNeeded();
    const from = await page.locator(`[data-slot="${slot}"]`).boundingBox();
    const to = await cellPoint(page, tile.cell);
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await send('touchStart', x, y);
    for (let i = 1; i <= 5; i++) await send('touchMove', x + ((to.x - x) * i) / 5, y + ((to.y + 28 - y) * i) / 5);
    await send('touchEnd');
    if (tile.as_symbol)
      await page.locator('dialog[open] .pick', { hasText: new RegExp(`^${tile.as_symbol}$`) }).click();
  }
  await previewed(page, move.score);
  await commit(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 360, `the page is ${wide} wide`);
}

/** Every reason why a move is not legal, on the cells and in words. */
async function reasons(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  await myTurn(page);
  const slots = await page.evaluate(() => globalThis.tilewright.draft.slots);
  const at = slots.map((tile, slot) => ({ tile, slot })).filter(({ tile }) => tile !== '?');
  await dragTile(page, { place_at: { cell: '0,0', kind_id: at[0].tile } });
  await dragTile(page, { place_at: { cell: '3,0', kind_id: at[1].tile } });
  await page.locator('[data-preview=illegal]').waitFor();
  const count = await page.locator('.reasons li').count();
  assert(count >= 2, `${count} reasons`);
  assert(await page.locator('[data-action=play]:visible').isDisabled(), 'it can be played');
  assert((await page.locator('#board .nb, #board .gap').count()) > 0, 'no mark on a cell');
}

/** Two people at one device. */
async function hotSeat(context) {
  const page = await open(context);
  await startGame(page, context.server, { against: 'here' });
  for (let i = 0; i < 2; i++) {
    await takeSeat(page);
    const move = await bestMove(page);
    // Tiles are drawn by chance: where nothing can be played, they are drawn again.
    if (!move) return hotSeat(context);
    await dragMove(page, move);
    await commit(page);
  }
  await page.reload();
  await page.waitForFunction(() => globalThis.tilewright?.turns.length === 2);
}

/** Pictures and files of a turn. */
async function exported(context) {
  const page = await open(context);
  const id = await startGame(page, context.server, { against: 'here' });
  await takeSeat(page);
  const move = await bestMove(page);
  if (!move) return exported(context);
  await dragMove(page, move);
  await commit(page);
  await page.goto(`${context.server.url}/#/explain/${id}/0`);
  await page.locator('[data-action=end]').click();
  const starts = { SVG: '<svg', PNG: '\u0089PNG', JSON: '{', GCG: '#' };
  for (const [kind, start] of Object.entries(starts)) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('button', { hasText: kind }).click(),
    ]);
    const content = readFileSync(await file.path(), 'latin1');
    assert(content.startsWith(start), `${kind} begins with ${content.slice(0, 20)}`);
  }
}

/** A move planned while the other is to move is played when the turn comes. */
async function planned(context) {
  const one = await open(context);
  await startGame(one, context.server, { against: 'online' });
  const two = await open(context);
  await two.goto(await one.locator('[data-invite]').inputValue());
  await two.waitForURL(/#\/play\//);
  await two.waitForFunction(() => globalThis.tilewright?.state);
  await one.waitForFunction(() => globalThis.tilewright?.state);
  const [mover, other] = (await one.evaluate(() => globalThis.tilewright.myTurn)) ? [one, two] : [two, one];
  const move = await bestMove(other);
  // A rack without a play is drawn now and then.
  if (!move) return planned(context);
  await dragMove(other, move);
  await other.locator('[data-action=play]:visible').click();
  assert(await other.evaluate(() => globalThis.tilewright.premove), 'nothing is planned');
  await pass(mover);
  await other.waitForFunction(() => globalThis.tilewright.turns.length === 2);
  const total = await other.evaluate(() => String(globalThis.tilewright.turns[1].score.total));
  assert(total === String(move.score), `${total} instead of ${move.score}`);
}

/** A variant invented in the editor, and played at once. */
async function invented(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/invent`);
  await page.locator('#canvas svg.board').waitFor();
  await page.locator('.nameinput').fill('Honeycomb');
  await page.locator('button', { hasText: /^Hex$/ }).click();
  await page.locator('[data-brush=factorial]').click();
  await page.waitForTimeout(600);
  const box = await page.locator('#canvas svg.board').boundingBox();
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.4);
  await page.locator('[data-tool=hole]').click();
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.15);
  await page.waitForFunction(
    () => document.querySelectorAll('#canvas .hole').length > 0 && !document.querySelector('.fresh'),
  );
  await page.locator('[data-action=play-it]:enabled').waitFor();
  await page.locator('[data-action=play-it]').click();
  await page.waitForURL(/#\/play\//);
  await myTurn(page);
  assert((await page.locator('h1').first().innerText()) === 'Honeycomb', 'another game');
  const move = await bestMove(page);
  await dragMove(page, move);
  await commit(page);
}

/** Every pair of letters is a word: with any rack there is a move. */
function hebrewWords() {
  const letters = [...'אבגדהוזחטיכלמנסעפצקרשת'];
  return letters.flatMap((one) => letters.map((two) => one + two)).join('\n');
}

/** Name, test, and whether it is run by itself because it measures. */
export const tests = [
  ['small', small],
  ['classic by drag and drop', wholeGame],
  ['classic by keyboard', keyboardGame],
  ['online with reload and restart', onlineGame],
  ['a move is pushed', pushed],
  ['a rematch', rematched],
  ['a refusal is explained', refused],
  ['settings are stated', stated],
  ['no hook is shipped', shipped],
  ['hex', shape('hex')],
  ['stacking', shape('stacking')],
  ['tower-3d', shape('tower-3d')],
  ['hebrew', shape('hebrew', hebrewWords())],
  ['anadrome', shape('anadrome')],
  ['graph', shape('graph-demo')],
  ['invented and played', invented],
  ['graph painted', painted],
  ['analysed', analysed],
  ['engine in the page', inThePage],
  ['engine of the server', withoutModule],
  ['lab', lab],
  ['turned and slid', slid],
  ['talk', talked],
  ['pinched', pinched],
  ['share link', shareLink],
  ['phone with touch', phone],
  ['reasons', reasons],
  ['planned', planned],
  ['exported', exported],
  ['one device', hotSeat],
  ['tapped', tapped],
  ['curtained', curtained],
  ['directions and hints', directions],
  ['ended', ended],
  ['details', details],
  ['neutral', neutral],
  ['summed', summed],
  ['printed names', printed],
  ['looked back', lookedBack],
  ['words looked up', lookedUp],
  ['look-up closed', lookUpClosed],
  ['chat unread', chatted],
  ['unreachable', unreachable],
  ['spoken', spoken],
  ['by the accessibility tree', byTree],
  ['no finding on a desk', cleanDesk],
  ['no finding on a phone', cleanPhone],
  ['every screen', screens],
  ['every screen while the other thinks', theirTurn],
  ['closer while dragging', closer],
  ['accessible', accessible],
  ['pages accessible', pagesAccessible],
  ['account', account],
  ['rated invitation', ratedInvitation],
  ['sessions', sessions],
  ['departure', departure],
  ['mailed links', mailed],
  ['what a mailed link says', followed],
  ['back from a provider', returned],
  ['names at one device', names],
  ['games that wait', waiting],
  ['archive', archive],
  ['widths', widths],
  ['light home', light],
  ['server away', away],
  ['lazy page', lazy],
  ['bad links', badLinks],
  ['daily end', dailyEnd],
  ['daily result shared', shared],
  ['counted', counted],
  ['free words', freeWords],
  ['workshop', workshop],
  ['settled', settled],
  ['lobby', sought],
  ['lobby challenge and rematch', challenged],
  ['lobby in its states', lobbyStates],
  ['lobby with rated games', ratedSeeks],
  ['admin: a player and a report', playerModerated],
  ['admin: a game and the audit log', gameModerated],
  ['admin: nothing without a role', noRole],
  ['admin: every section', adminEverywhere],
  ['offline', offlineGame],
  ['swift', swift, 'alone'],
  ['weight', weigh, 'alone'],
];
