/** The play page for everyone: what is said, where the focus is, what the accessibility tree holds. */
import { readFileSync } from 'node:fs';
import { assert, bestMove, commit, dragMove, dragTile, myTurn, open, previewed, startGame } from './harness.mjs';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const THEMES = [
  ['light', 'default'],
  ['dark', 'default'],
  ['light', 'safe'],
  ['dark', 'safe'],
];

/** Keeps everything that the live regions say, from now on. */
const listen = (page) =>
  page.evaluate(() => {
    globalThis.heard = [];
    for (const region of document.querySelectorAll('[aria-live]')) {
      new MutationObserver(() => globalThis.heard.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    }
  });

/** Waits until something is said that matches, and forgets what came before it. */
async function hears(page, pattern) {
  try {
    await page.waitForFunction(
      (source) => globalThis.heard.some((text) => new RegExp(source).test(text)),
      pattern.source,
    );
  } catch (error) {
    const heard = await page.evaluate(() => globalThis.heard);
    throw new Error(`${pattern} was not said, but: ${heard.join(' | ')}`, { cause: error });
  }
  const heard = await page.evaluate(() => globalThis.heard.splice(0));
  return heard.find((text) => pattern.test(text));
}

/** What is said, in its order, with the right move. */
export async function spoken(context) {
  const page = await open(context);
  await startGame(page, context.server, {});
  await myTurn(page);
  assert(/^Your turn, Classic with .+ · Tilewright$/.test(await page.title()), `the title is ${await page.title()}`);
  assert(await page.evaluate(() => document.activeElement?.id === 'board'), 'the board has no focus after the start');
  await listen(page);
  // A tile that is placed, then what it comes to.
  const slots = await page.evaluate(() => globalThis.tilewright.draft.slots.filter((tile) => tile !== '?'));
  await dragTile(page, { place_at: { cell: '0,0', kind_id: slots[0] } });
  await hears(page, new RegExp(`^${slots[0]} on A1, triple word`, 'i'));
  await dragTile(page, { place_at: { cell: '3,0', kind_id: slots[1] } });
  await hears(page, new RegExp(`^${slots[1]} on D1, double letter`, 'i'));
  await hears(page, /^Not legal: .+\d more\./);
  // A refusal is said every time.
  await page.locator('#board').focus();
  for (let i = 0; i < 2; i++) {
    await page.keyboard.press('Enter');
    await hears(page, /^Not legal: /);
  }
  assert(await page.evaluate(() => document.activeElement?.id === 'board'), 'the focus has gone');
  await page.keyboard.press('Escape');
  const move = await bestMove(page);
  await dragMove(page, move);
  await hears(page, /, \d+ points, legal\.$/);
  await commit(page);
  await myTurn(page);
  // The own move and the other's, each with its words, its place and its score.
  const facts = await page.evaluate(() =>
    globalThis.tilewright.turns.map((turn) => ({
      kind: turn.kind,
      text: (turn.score?.words.find((word) => word.main) ?? turn.score?.words[0])?.text,
      points: String(turn.points),
    })),
  );
  await page.waitForFunction(() => globalThis.heard.some((text) => text.includes('Your turn.')));
  const heard = await page.evaluate(() => globalThis.heard.splice(0).join(' '));
  const place = '(\\d+[A-O]|[A-O]\\d+)';
  assert(
    new RegExp(`You played ${facts[0].text}, ${place}, ${facts[0].points} points\\.`).test(heard),
    `the own move: ${heard}`,
  );
  assert(heard.match(/You played/g).length === 1, `said more than once: ${heard}`);
  if (facts[1].kind === 'play')
    assert(
      new RegExp(`played ${facts[1].text}, ${place}, ${facts[1].points} points\\. \\d+ to \\d+\\. Your turn\\.`).test(
        heard,
      ),
      `the other's move: ${heard}`,
    );
  assert(await page.evaluate(() => document.activeElement?.id === 'board'), 'the focus is not on the board after Play');
  // Commands that read something.
  for (const [key, pattern] of [
    ['r', /^Your rack: /],
    ['b', /^[A-O]\d+, .+; [A-O]\d+/],
    ['l', /played|swapped|passed/],
    ['s', /\d+, .* \d+/],
  ]) {
    await page.keyboard.press(`Alt+${key}`);
    await hears(page, pattern);
  }
  await page.keyboard.press('Alt+h');
  await page.locator('.found .r1').first().waitFor();
  assert(await page.evaluate(() => document.activeElement?.closest('.hints') !== null), 'hints have no focus');
  // Arrows choose in a radio group.
  await page.locator('[role=radio][aria-checked=true]').focus();
  await page.keyboard.press('ArrowRight');
  assert(
    await page.evaluate(
      () => document.activeElement.textContent === 'Equity' && document.activeElement.ariaChecked === 'true',
    ),
    'arrows do not choose',
  );
  // A dialog gives the focus back to what opened it.
  await page.locator('#board').focus();
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.id === 'board');
}

/** Someone who uses the accessibility tree and nothing else. */
class Reader {
  constructor(page, session) {
    this.page = page;
    this.session = session;
  }

  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new Reader(page, session);
  }

  /** All nodes with this role and a name that matches. */
  async find(role, name) {
    const { nodes } = await this.session.send('Accessibility.getFullAXTree');
    return nodes.filter((node) => !node.ignored && node.role?.value === role && name.test(node.name?.value ?? ''));
  }

  async wait(role, name) {
    for (let i = 0; i < 200; i++) {
      const [found] = await this.find(role, name);
      if (found) return found;
      await this.page.waitForTimeout(50);
    }
    throw new Error(`no ${role} called ${name}`);
  }

  /** What a screen reader does to press something: the default action of its node. */
  async press(node) {
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
    await this.session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: `function () {
        this.focus?.();
        this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }));
      }`,
    });
  }

  async pressNamed(role, name) {
    await this.press(await this.wait(role, name));
  }
}

/** A whole game by the accessibility tree alone. */
export async function byTree(context) {
  const page = await open(context, PHONE);
  await startGame(page, context.server, { level: 'beginner' });
  await myTurn(page);
  const reader = await Reader.of(page);
  const cells = await reader.find('gridcell', /./);
  assert(cells.length === 225, `${cells.length} cells`);
  assert((await reader.find('grid', /Classic board/)).length === 1, 'no grid');
  assert((await reader.find('gridcell', /^H8, .*empty$/)).length === 1, 'H8 has no name');
  // The first move tile by tile: the cell, its direction, the tiles.
  const move = await bestMove(page);
  const plan = await page.evaluate(({ actions }) => {
    const { board } = globalThis.tilewright;
    const tiles = actions.map(({ place_at: one }) => ({ ...one, at: board.cell(board.index(one.cell)) }));
    tiles.sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y);
    return {
      down: tiles[0].at.x === tiles.at(-1).at.x,
      first: tiles[0].at.name,
      tiles: tiles.map((one) => ({ letter: one.kind_id, as: one.as_symbol ?? null })),
    };
  }, move.move);
  await reader.pressNamed('gridcell', new RegExp(`^${plan.first},`));
  if (plan.down) await reader.pressNamed('gridcell', new RegExp(`^${plan.first},`));
  for (const { letter, as } of plan.tiles) {
    const name = as ? /^blank, \d+ points?$/ : new RegExp(`^${letter}, \\d+ points?$`);
    await reader.pressNamed('button', name);
    if (as) await reader.pressNamed('button', new RegExp(`^${as}$`));
  }
  await previewed(page, move.score);
  let played = 0;
  const next = async () => {
    await reader.pressNamed('button', /^Play$/);
    played += 1;
    await page.waitForFunction(
      (played) =>
        globalThis.tilewright.turns.filter((turn) => turn.seat === globalThis.tilewright.table.seat).length >= played,
      played,
    );
  };
  await next();
  while ((await myTurn(page)) === 'mine') {
    await reader.pressNamed('button', /^Hints$/);
    const [first] = await waitHints(reader);
    if (!first) {
      await reader.pressNamed('button', /^Close hints$/);
      await reader.pressNamed('button', /^Pass$/);
      await reader.wait('dialog', /Pass this turn/);
      const passes = await reader.find('button', /^Pass$/);
      await reader.press(passes.at(-1));
      played += 1;
      await page.waitForFunction(
        (played) =>
          globalThis.tilewright.turns.filter((turn) => turn.seat === globalThis.tilewright.table.seat).length >= played,
        played,
      );
      continue;
    }
    await reader.press(first);
    await reader.pressNamed('button', /^Place$/);
    await page.waitForFunction(() => globalThis.tilewright.preview?.legal);
    await next();
  }
  assert(played > 5, `only ${played} plays`);
  await reader.wait('dialog', /won|draw/i);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The hints, once they are there: their buttons, or nothing. */
async function waitHints(reader) {
  for (let i = 0; i < 200; i++) {
    if ((await reader.find('radio', /^Score$/)).length) {
      const rows = await reader.find('button', /^\p{L}+\s.*\d/u);
      return rows.filter((row) => !/Unseen|points?$|messages?$/.test(row.name.value));
    }
    await reader.page.waitForTimeout(50);
  }
  throw new Error('no hints');
}

/** What axe finds on the screen, of any severity, in every theme. */
async function check(page, name) {
  await page.evaluate(AXE);
  for (const [theme, palette] of THEMES) {
    await page.evaluate(
      ([theme, palette]) => {
        document.documentElement.dataset.theme = theme;
        document.documentElement.dataset.palette = palette;
      },
      [theme, palette],
    );
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    const told = found.violations.map(
      (one) =>
        `${one.id} (${one.impact}): ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
    assert(!told.length, `${name} in ${theme} ${palette}: ${told.join('\n')}`);
  }
}

/** No finding of axe on the play page, in any of its states. */
function withoutFindings(options) {
  return async (context) => {
    const page = await open(context, { reducedMotion: 'reduce', ...options });
    await startGame(page, context.server, {});
    await myTurn(page);
    await check(page, 'empty');
    const slots = await page.evaluate(() => globalThis.tilewright.draft.slots.filter((tile) => tile !== '?'));
    await page.evaluate((slots) => {
      const play = globalThis.tilewright;
      play.drop(play.draft.slots.indexOf(slots[0]), play.board.index('0,0'));
    }, slots);
    await page.locator('[data-preview=neutral]').waitFor();
    await check(page, 'one tile');
    await page.evaluate(() => {
      const play = globalThis.tilewright;
      const slot = play.draft.slots.findIndex((tile, slot) => tile !== '?' && !play.isOut(slot));
      play.drop(slot, play.board.index('3,0'));
    });
    await page.locator('[data-preview=illegal]').waitFor();
    await check(page, 'not legal');
    const move = await bestMove(page);
    await page.evaluate((found) => globalThis.tilewright.take(found), move);
    await previewed(page, move.score);
    await check(page, 'legal');
    await commit(page);
    if ((await myTurn(page)) !== 'mine') return;
    await page.locator('[data-action=hint]').click();
    await page.locator('.found .r1').first().waitFor();
    await page.locator('.found .r1').first().click();
    await check(page, 'hints');
    await page.evaluate(() => globalThis.tilewright.closeHints());
    await page.locator('[data-action=menu]').click();
    await page.locator('dialog[open]').waitFor();
    await check(page, 'menu');
    await page.keyboard.press('Escape');
    await page.evaluate(() => globalThis.tilewright.stepBack(-1));
    await check(page, 'looking back');
    await page.evaluate(() => globalThis.tilewright.stepBack(1));
    await page.evaluate(() => globalThis.tilewright.startSwap());
    await check(page, 'swap');
    await page.evaluate(() => (globalThis.tilewright.swapping = null));
    await page.evaluate(() => globalThis.tilewright.command({ type: 'resign' }));
    await page.locator('.result').waitFor();
    await check(page, 'result');
    await page.keyboard.press('Escape');
    await check(page, 'after the result');
    await startGame(page, context.server, { against: 'here' });
    await page.locator('[data-action=take-seat]').waitFor();
    await check(page, 'the device changes hands');
  };
}

export const cleanDesk = withoutFindings({});
export const cleanPhone = withoutFindings(PHONE);
