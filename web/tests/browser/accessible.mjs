/** No finding of axe on any page outside a game, and no serious one in a game, in any colours. */
import { readFileSync } from 'node:fs';
import { assert, bestMove, commit, dragMove, dragTile, myTurn, open, startGame } from './harness.mjs';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const THEMES = [
  ['light', 'default'],
  ['dark', 'default'],
  ['light', 'safe'],
  ['dark', 'safe'],
];

/** Looks at what is on the screen, in every theme. */
export async function check(page, name, strict = false) {
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
    const bad = found.violations.filter((one) => strict || ['serious', 'critical'].includes(one.impact));
    const told = bad.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
    assert(!bad.length, `${name} in ${theme} ${palette}: ${told.join('\n')}`);
  }
}

/** The pages outside a game: no finding of any severity. */
export async function pagesAccessible(context) {
  const page = await open(context, { reducedMotion: 'reduce' });
  const small = await open(context, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await startGame(page, context.server, { look: false });
  const name = `Axe ${Math.random().toString(36).slice(2, 8)}`;
  for (const [path, there] of [
    ['home', '[data-variant] img'],
    ['games', '[data-count]'],
    ['daily', '[data-action=daily]'],
    ['settings', '[data-set=theme-dark]'],
    ['variants', '[data-count]'],
    ['account', '[data-action=sign-up]'],
    ['reset-password', '[data-action=ask-reset]'],
    ['verify-email', '[data-action=verify-email]'],
    ['sign-in-error=failed', '[data-sign-in=failed]'],
    ['rules/anadrome', '.rulelist'],
    ['nowhere', '[data-missing]'],
  ])
    for (const one of [page, small]) {
      // A link that the server sends has no page in its address.
      await one.goto(`${context.server.url}/#${path.includes('=') ? '' : '/'}${path}`);
      await one.locator(there).first().waitFor();
      await check(one, `${path} ${one === small ? 'on a phone' : ''}`, true);
    }
  await page.goto(`${context.server.url}/#/home`);
  await page.locator('[data-action=me]').click();
  await page.locator('#me-menu').waitFor();
  await check(page, 'menu', true);
  await page.keyboard.press('Escape');
  for (const way of ['bot', 'online', 'here']) {
    await page.locator(`[data-way=${way}]`).click();
    await page.locator('dialog[open]').waitFor();
    await check(page, `new game, ${way}`, true);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    // Whoever closes a dialog is where it was opened.
    const back = await page.evaluate(() => document.activeElement?.dataset.way);
    assert(back === way, `the focus is on ${back}`);
  }
  await page.goto(`${context.server.url}/#/account`);
  await page.locator('[name=new-name]').fill(name);
  await page.locator('[name=new-password]').fill('a long password');
  await page.locator('[data-action=sign-up]').click();
  await page.locator('[data-session]').waitFor();
  await page.locator('[data-action=change-name]').click();
  await check(page, 'account', true);
  await page.locator('[data-action=change-password]').click();
  await check(page, 'new password', true);
  await page.locator('[data-action=delete]').click();
  await page.locator('dialog[open]').waitFor();
  await check(page, 'deletion', true);
}

export async function accessible(context) {
  // Nothing moves, so that no colour is looked at half-way.
  const page = await open(context, { reducedMotion: 'reduce' });
  const show = async (path) => {
    await page.goto(`${context.server.url}/#/${path}`);
    await page.waitForFunction(
      () => document.querySelector('main')?.childElementCount > 0 && !document.querySelector('.notice[role=status]'),
    );
  };
  const dialog = async (name, opener) => {
    await opener.click();
    await page.locator('dialog[open]').waitFor();
    await check(page, name);
    await page.keyboard.press('Escape');
    await page
      .locator('dialog[open]')
      .waitFor({ state: 'detached' })
      .catch(() => {});
  };
  await show('home');
  await page.locator('[data-variant]').first().waitFor();
  await check(page, 'home', true);
  const id = await startGame(page, context.server, {});
  await myTurn(page);
  // Not legal: the reasons on the cells and in words.
  const slots = await page.evaluate(() => globalThis.tilewright.draft.slots.filter((tile) => tile !== '?'));
  await dragTile(page, { place_at: { cell: '0,0', kind_id: slots[0] } });
  await dragTile(page, { place_at: { cell: '3,0', kind_id: slots[1] } });
  await page.locator('[data-preview=illegal]').waitFor();
  await check(page, 'reasons');
  await page.evaluate(() => globalThis.tilewright.takeAllBack());
  const move = await bestMove(page);
  await dragMove(page, move);
  await check(page, 'preview');
  await commit(page);
  await myTurn(page);
  await page.locator('[data-action=hint]').click();
  await page.locator('.found button').first().waitFor();
  await check(page, 'hints');
  await dialog('rules dialog', page.locator('.gbtns button', { hasText: 'Rules' }));
  await dialog('menu', page.locator('[data-action=menu]'));
  await page.locator('#board').focus();
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  await check(page, 'keys dialog');
  await page.keyboard.press('Escape');
  await page.locator('button[aria-label="Close hints"]').first().click();
  await dialog('pass dialog', page.locator('[data-action=pass]'));
  await page.evaluate(() => {
    const play = globalThis.tilewright;
    play.asking = { slot: 0, cell: 0, advance: false };
  });
  await page.locator('dialog[open]').waitFor();
  await check(page, 'letter of a blank');
  await page.keyboard.press('Escape');
  await page.locator('[data-action=swap]').click();
  await check(page, 'swap');
  await page.locator('button', { hasText: 'Cancel' }).first().click();
  await show(`explain/${id}/0`);
  await check(page, 'explain', true);
  await show('rules/anadrome');
  await check(page, 'rules', true);
  await show(`analyse/${id}`);
  await check(page, 'analysis before the end', true);
  await show(`play/${id}`);
  await myTurn(page);
  await page.locator('[data-action=menu]').click();
  await page.locator('[data-menu=resign]').click();
  await check(page, 'resign dialog');
  await page.locator('[data-action=sure]').click();
  await page.locator('.result').waitFor();
  await check(page, 'result');
  await show(`analyse/${id}`);
  await page.locator('.toplist tbody tr').first().waitFor({ timeout: 60_000 });
  await page.locator('[data-chart=wins]').click();
  await check(page, 'analysis', true);
  await show('invent');
  await page.locator('[data-brush]').first().waitFor();
  await page.locator('[data-action=lab-run]:enabled').waitFor();
  await page.locator('[name=lab-games]').fill('3');
  await page.locator('[data-action=lab-run]').click();
  await page.locator('[data-games="3"]').waitFor({ timeout: 60_000 });
  await page.locator('.lab details summary').click();
  await check(page, 'invent with the lab', true);
  const small = await open(context, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  await startGame(small, context.server, { variant: 'stacking' });
  await myTurn(small);
  await check(small, 'phone');
  await small.locator('[data-action=more]').click();
  await small.locator('dialog[open]').waitFor();
  await check(small, 'more dialog');
}
