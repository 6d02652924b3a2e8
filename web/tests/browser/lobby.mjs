/** The lobby: people find each other, each in a browser of their own. */
import { check } from './accessible.mjs';
import { assert, open } from './harness.mjs';

const PHONE = { viewport: { width: 375, height: 553 }, hasTouch: true, isMobile: true };

async function enter(page, server) {
  await page.goto(`${server.url}/#/lobby`);
  await page.locator('[data-lobby=ready]').waitFor();
}

/** Places a seek in the form that is on the screen; returns its id. */
async function place(page, { variant, clock }) {
  const before = await page.locator('[data-own]').evaluateAll((rows) => rows.map((row) => row.dataset.seek));
  const form = page.locator('[data-form=seek]');
  await form.locator('[name=variant]').selectOption(variant);
  await form.locator(`[data-clock="${clock}"]`).click();
  await form.locator('[data-action=place-seek]').click();
  const fresh = page.locator(`[data-own]${before.map((id) => `:not([data-seek="${id}"])`).join('')}`);
  return fresh.getAttribute('data-seek');
}

/** Waits until both are in one game, another than the last; returns its id. */
async function together(pages, last = '') {
  for (const page of pages)
    await page.waitForURL((url) => /^#\/play\/./.test(url.hash) && (!last || !url.hash.endsWith(last)));
  const games = pages.map((page) => page.url().split('#/play/')[1]);
  assert(games[0] === games[1], `two games: ${games}`);
  for (const page of pages) await page.locator('.playgrid').waitFor();
  return games[0];
}

/** Asks the server as the player of a page. */
function api(page, method, path, body) {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      if (body) headers['content-type'] = 'application/json';
      const sent = { method, headers, body: body ? JSON.stringify(body) : undefined };
      const answer = await fetch(`/api/v1${path}`, sent);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body],
  );
}

const me = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('player')).id);

/** A test that leaves no seek behind, however it ends: the next would be paired with it. */
const swept = (test) => async (context) => {
  try {
    await test(context);
  } finally {
    for (const page of context.pages) {
      const sweep = async () => {
        const { seeks } = await api(page, 'GET', '/lobby/mine');
        for (const { id } of seeks) await api(page, 'DELETE', `/lobby/seeks/${id}`);
      };
      await sweep().catch((error) => console.log(`     a seek is left: ${error.message}`));
    }
  }
};

/** A seek is listed, withdrawn, placed again and taken: both are in one game, whose clock runs. */
export const sought = swept(async (context) => {
  const [one, two] = [await open(context), await open(context, PHONE)];
  for (const page of [one, two]) await enter(page, context.server);
  const first = await place(one, { variant: 'classic', clock: '10+5' });
  const listed = two.locator(`[data-seek="${first}"]`);
  const text = await listed.innerText();
  assert(/Classic/.test(text) && /10\+5/.test(text) && /casual/.test(text) && /no hints/.test(text), text);
  await one.locator(`[data-seek="${first}"] [data-action=withdraw]`).click();
  await listed.waitFor({ state: 'detached' });
  await one.locator(`[data-seek="${first}"]`).waitFor({ state: 'detached' });
  // Whoever pressed a button that is gone is near it still.
  await one.waitForFunction(() => document.activeElement.id === 'open-title');

  const second = await place(one, { variant: 'classic', clock: '10+5' });
  // A page that is loaded again still waits.
  await one.reload();
  await one.locator(`[data-own][data-seek="${second}"]`).waitFor();
  await two.locator(`[data-seek="${second}"] [data-action=take]`).click();
  const game = await together([one, two]);
  for (const page of [one, two]) {
    const limits = await page.evaluate(() => globalThis.tilewright.board.details.rules.time_limit);
    assert(limits.bank === 600 && limits.increment === 5, JSON.stringify(limits));
  }
  const clock = one.locator('.player.turn .clk').first();
  const shown = await clock.innerText();
  assert(/^(10|\d):\d\d/.test(shown), shown);
  await one.waitForFunction((shown) => document.querySelector('.player.turn .clk').innerText !== shown, shown);

  // Quick pairing: who presses first waits, and may stop waiting.
  for (const page of [one, two]) {
    await enter(page, context.server);
    await page.locator('[name=quick-variant]').selectOption('hex');
  }
  await one.locator('[data-quick="25+10"]').click();
  await one.locator('[data-pairing]').waitFor();
  await one.locator('[data-action=stop-pairing]').click();
  await one.locator('[data-pairing]').waitFor({ state: 'detached' });
  await one.locator('[data-quick="10+5"]').click();
  await one.locator('[data-pairing]').waitFor();
  await two.locator('[data-quick="10+5"]').click();
  await together([one, two], game);
});

/** A challenge for one player alone is declined, then accepted; a rematch is asked for and accepted. */
export const challenged = swept(async (context) => {
  const [one, two] = [await open(context), await open(context, PHONE)];
  for (const page of [one, two]) await enter(page, context.server);
  const challenge = { variant: 'wordstockt', time: { days: 3 }, opponent: await me(one) };
  const { id: first } = await api(two, 'POST', '/lobby/seeks', challenge);
  await one.locator(`[data-answers] [data-seek="${first}"] [data-action=decline]`).click();
  await one.locator(`[data-seek="${first}"]`).waitFor({ state: 'detached' });
  await two.locator(`[data-seek="${first}"]`).waitFor({ state: 'detached' });
  const { id: second } = await api(two, 'POST', '/lobby/seeks', challenge);
  await two.locator(`[data-own][data-seek="${second}"]`).waitFor();
  await one.locator(`[data-answers] [data-seek="${second}"] [data-action=accept]`).click();
  const game = await together([one, two]);
  const left = await one.locator('.player .clk').first().innerText();
  assert(/^[23] d \d+ h$/.test(left), left);

  const revision = (await api(one, 'GET', `/games/${game}`)).view.seat.game.revision;
  const command = { client_id: crypto.randomUUID(), revision, command: { type: 'resign' } };
  await api(one, 'POST', `/games/${game}/commands`, command);
  await enter(one, context.server);
  await api(two, 'POST', `/games/${game}/rematch`);
  await one.locator(`[data-rematch="${game}"] [data-action=accept]`).click();
  await one.waitForURL((url) => /^#\/play\/./.test(url.hash) && !url.hash.endsWith(game));
  await one.locator('.playgrid').waitFor();
});

/** Somebody with an account. */
async function member(context) {
  const page = await open(context);
  await page.goto(`${context.server.url}/#/account`);
  await page.locator('[name=new-name]').fill(`Seeker ${Math.random().toString(36).slice(2, 8)}`);
  await page.locator('[name=new-password]').fill('a long password');
  await page.locator('[data-action=sign-up]').click();
  await page.locator('[data-session]').waitFor();
  await enter(page, context.server);
  return page;
}

/** Rated games are for accounts: guests neither place such seeks nor see them. */
export const ratedSeeks = swept(async (context) => {
  const [one, two, guest] = [await member(context), await member(context), await open(context)];
  await enter(guest, context.server);
  assert(await guest.locator('[name=rated]').isDisabled(), 'a guest can ask for a rated game');
  assert((await guest.locator('[name=quick-rated]').count()) === 0, 'a guest can be paired for a rated game');
  await one.locator('[data-form=seek] [name=rated]').check();
  assert(await one.locator('[data-form=seek] [name=hints]').isDisabled(), 'a rated game with hints');
  const rated = await place(one, { variant: 'diamond', clock: '5+3' });
  // What was placed later is listed: then the other would be too.
  await one.locator('[data-form=seek] [name=rated]').uncheck();
  const casual = await place(one, { variant: 'diamond', clock: '3+2' });
  await guest.locator(`[data-seek="${casual}"]`).waitFor();
  assert((await guest.locator(`[data-seek="${rated}"]`).count()) === 0, 'a guest sees a seek of a rated game');
  assert(/\brated/.test(await two.locator(`[data-seek="${rated}"]`).innerText()), 'the seek is not rated');
  await two.locator(`[data-seek="${rated}"] [data-action=take]`).click();
  const id = await together([one, two]);
  const { game } = await api(one, 'GET', `/games/${id}`);
  assert(game.rated && !game.hints, JSON.stringify(game));
  // A live game ends the other live seeks of both.
  await guest.locator(`[data-seek="${casual}"]`).waitFor({ state: 'detached' });
});

/** Nothing is wider than the screen. */
async function fits(page, name) {
  const before = page.viewportSize();
  for (const width of [320, 375, before.width]) {
    await page.setViewportSize({ ...before, width });
    const cut = await page.evaluate(() => {
      const edge = document.documentElement.clientWidth;
      const all = [...document.querySelectorAll('main *, header *, .tabbar *')];
      const wide = all.find((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > edge + 1 || left < -1) && !element.closest('.vh, .skip');
      });
      return document.documentElement.scrollWidth > edge ? 'the page' : wide?.outerHTML.slice(0, 160);
    });
    assert(!cut, `${name} at ${width}: ${cut}`);
  }
}

/** The lobby in its states: no finding of axe, and nothing cut off. */
export const lobbyStates = swept(async (context) => {
  const other = await open(context);
  const pages = [
    await open(context, { reducedMotion: 'reduce' }),
    // The longest texts on the smallest screen.
    await open(context, { ...PHONE, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', locale: 'de-DE' }),
  ];
  await enter(other, context.server);
  const terms = { variant: 'diamond', time: { live: { minutes: 90, increment: 30 } }, side: 'first', hints: true };
  const { id } = await api(other, 'POST', '/lobby/seeks', { ...terms, rating: { least: 1200, most: 1800 } });
  for (const page of pages) {
    const small = page === pages[1];
    const look = async (name) => {
      await check(page, `lobby, ${name}${small ? ' on a phone' : ''}`, true);
      if (small) await fits(page, name);
    };
    await enter(page, context.server);
    await page.locator(`[data-seek="${id}"]`).waitFor();
    await look('with the seek of another');
    const form = page.locator('[data-form=seek]');
    if (small) {
      await page.locator('[data-action=create-seek]').click();
      await page.locator('dialog[open]').waitFor();
    }
    await form.locator('[data-clock=other]').click();
    await form.locator('[name=least]').fill('1600');
    await form.locator('[name=most]').fill('1400');
    await form.locator('.formbad').waitFor();
    assert(await form.locator('[data-action=place-seek]').isDisabled(), 'a range that is none can be sought');
    await look('form');
    await form.locator('[name=most]').fill('1700');
    // By keys alone: the days, and three of them.
    await form.locator('[data-kind=live]').focus();
    await page.keyboard.press('ArrowRight');
    await form.locator('[data-time=days]').waitFor();
    await form.locator('[data-action=place-seek]').click();
    await page.locator('[data-own]').waitFor();
    assert(/3 (days|Tage)/.test(await page.locator('[data-own]').innerText()), 'not three days');
    assert(!(await page.locator('dialog[open]').count()), 'the form is still open');
    await page.locator('[data-quick="7d"]').click();
    await page.locator('[data-pairing]').waitFor();
    await page.waitForFunction(() => document.activeElement?.dataset.action === 'stop-pairing');
    const challenge = { variant: 'hex', time: { days: 7 }, opponent: await me(page) };
    const { id: sent } = await api(other, 'POST', '/lobby/seeks', challenge);
    await page.locator(`[data-answers] [data-seek="${sent}"]`).waitFor();
    await look('waiting, and asked');
    await page.locator('[data-action=stop-pairing]').click();
    await page.waitForFunction(() => document.activeElement?.closest('.qp'));
    await page.locator('[data-own] [data-action=withdraw]').click();
    await api(other, 'DELETE', `/lobby/seeks/${sent}`);
    await page.locator('[data-answers]').waitFor({ state: 'detached' });
  }
});
