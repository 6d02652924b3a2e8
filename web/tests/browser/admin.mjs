/** The admin page: what moderators and admins see and do there, and that nobody else has it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { check } from './accessible.mjs';
import { assert, open } from './harness.mjs';
import { fitsWidths } from './home.mjs';

const PASSWORD = 'a long password';
const run = promisify(execFile);

/** Asks the server; the answer with its status. */
async function request(server, method, path, { token, body } = {}) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  if (body) headers['content-type'] = 'application/json';
  const sent = { method, headers, body: body && JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api/v1${path}`, sent);
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : null };
}

/** Asks the server for something that it must do. */
async function done(server, method, path, options) {
  const { status, body } = await request(server, method, path, options);
  assert(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** An account: its name, id and token. Names are unique on a server that all tests share. */
async function member(server, name) {
  const unique = `${name} ${Math.random().toString(36).slice(2, 8)}`;
  const { token, player } = await done(server, 'POST', '/players', { body: { name: unique, password: PASSWORD } });
  return { name: unique, id: player.id, token, player };
}

/** Gives a role as an operator does: on the command line, beside the running server. */
function grant(server, id, role) {
  const database = ['--database', join(server.directory, 'games.db')];
  const flags = ['admin', 'grant', id, role, '--reason', 'helps out', ...database];
  return run(process.env.TILEWRIGHT_BIN ?? 'tilewright', flags);
}

/** A browser in which an account is signed in. */
async function signedIn(context, { token, player }, options) {
  const page = await open(context, options);
  await page.addInitScript(
    ([token, player]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('player', player);
    },
    [token, JSON.stringify(player)],
  );
  return page;
}

/** Somebody with a role, and their browser. */
async function staffed(context, role, options) {
  const who = await member(context.server, role === 'admin' ? 'Ada Admin' : 'Mo Moderator');
  await grant(context.server, who.id, role);
  return { who, page: await signedIn(context, who, options) };
}

const show = (page, server, path) => page.goto(`${server.url}/#/${path}`);

/** A game of a player against a bot. */
async function game(server, { token }) {
  const body = { variant: { shipped: 'classic' }, seats: ['me', { bot: 'beginner' }] };
  return (await done(server, 'POST', '/games', { token, body })).game.id;
}

const dialogClosed = (page) => page.waitForFunction(() => !document.querySelector('dialog[open]'));

/** Gives the reason in the dialog that is open, and waits until it is done. */
async function act(page, reason, { sure = false, more = async () => {} } = {}) {
  await page.locator('dialog[open]').waitFor();
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
  assert(focused === 'reason', `the focus is on ${focused}`);
  await page.locator('dialog[open] [name=reason]').fill(reason);
  await more();
  const box = page.locator('dialog[open] [name=sure]');
  assert((await box.count()) === (sure ? 1 : 0), sure ? 'it is not confirmed' : 'it is confirmed');
  if (sure) {
    // The form is not sent before.
    await page.locator('dialog[open] [data-action=act-sure]').click();
    await page.locator('dialog[open] [name=sure]:invalid').waitFor();
    await box.check();
  }
  await page.locator('dialog[open] [data-action=act-sure]').click();
  await dialogClosed(page);
  await page.locator('.toast[role=status]').waitFor();
  // The focus is never left on the page as a whole.
  await page.waitForFunction(() => document.activeElement && document.activeElement !== document.body);
}

/** An admin finds a player, mutes and bans them, lifts both, and settles the report about them. */
export async function playerModerated(context) {
  const { server } = context;
  const [bad, reporter] = [await member(server, 'Rude'), await member(server, 'Rita')];
  const text = `insults in every game ${Math.random().toString(36).slice(2)}`;
  await done(server, 'POST', '/reports', { token: reporter.token, body: { subject: { player: bad.id }, text } });
  const { page, who } = await staffed(context, 'admin');
  await show(page, server, 'admin');
  const report = page.locator('[data-report]', { hasText: text });
  await report.locator(`[data-player="${reporter.id}"]`, { hasText: reporter.name }).waitFor();
  await report.locator(`[data-player="${bad.id}"]`, { hasText: bad.name }).waitFor();

  await page.locator('.side a', { hasText: 'Players' }).click();
  await page.locator('[name=find-name]').fill('nobody is called this');
  await page.locator('[data-action=find]').click();
  await page.locator('[data-found="0"]').waitFor();
  await page.locator('[name=find-name]').fill(bad.name.toLowerCase());
  await page.locator('[data-action=find]').click();
  await page.locator('[data-found="1"]').waitFor();
  await page.locator(`[data-section=players] [data-player="${bad.id}"]`).click();
  await page.locator(`[data-file="${bad.id}"]`).waitFor();

  const sanctions = async () => {
    const file = await done(server, 'GET', `/admin/players/${bad.id}`, { token: who.token });
    return file.sanctions.filter((one) => one.holds);
  };
  await page.locator('[data-act=mute]').click();
  const month = () => page.locator('dialog[open] [name=days]').selectOption('30');
  await act(page, 'insults in chat', { more: month });
  await page.locator('[data-muted]').waitFor();
  const [mute, ...others] = await sanctions();
  assert(mute.kind === 'mute' && !others.length, JSON.stringify(mute));
  const days = (mute.until - mute.at) / 86_400_000;
  assert(days > 29.9 && days < 30.1 && mute.by === who.id, JSON.stringify(mute));
  await page.locator('[data-sanction=mute]', { hasText: 'insults in chat' }).waitFor();

  await page.locator('[data-act=ban]').click();
  const appeal = async () => {
    await page.locator('dialog[open] [name=days]').selectOption('0');
    await page.locator('dialog[open] [name=appeal]').fill('write to help@example.org');
  };
  await act(page, 'threats', { more: appeal });
  await page.locator('[data-banned]').waitFor();
  await page.locator('[data-sessions]', { hasText: /^0$/ }).waitFor();
  const body = { name: bad.name, password: PASSWORD };
  const refused = await request(server, 'POST', '/sessions', { body });
  assert(refused.status === 403 && JSON.stringify(refused.body).includes('help@example.org'), JSON.stringify(refused));
  assert(
    (await sanctions()).some((one) => one.kind === 'ban' && !one.until),
    'the ban has an end',
  );

  await page.locator('[data-act=unban]').click();
  await act(page, 'said sorry');
  await page.locator('[data-banned]').waitFor({ state: 'detached' });
  await done(server, 'POST', '/sessions', { body });
  await page.locator('[data-act=unmute]').click();
  await act(page, 'said sorry');
  await page.locator('[data-muted]').waitFor({ state: 'detached' });
  assert(!(await sanctions()).length, 'something still holds');

  // Blanks are no reason, and the dialog says so.
  await page.locator('[data-act=revoke]').click();
  await page.locator('dialog[open] [name=reason]').fill('   ');
  await page.locator('dialog[open] [data-action=act-sure]').click();
  await page.locator('dialog[open] [role=alert]', { hasText: 'Write a reason' }).waitFor();
  await page.keyboard.press('Escape');
  await dialogClosed(page);
  const back = await page.evaluate(() => document.activeElement?.dataset.act);
  assert(back === 'revoke', `the focus is on ${back}`);

  await show(page, server, 'admin/reports');
  await report.locator('[data-action=settle]').click();
  await act(page, 'warned');
  await report.waitFor({ state: 'detached' });
  await page.locator('[data-which=settled]').click();
  await report.locator('[data-note]', { hasText: 'warned' }).waitFor();
  assert((await report.locator('[data-action=settle]').count()) === 0, 'it can be settled again');
}

/** An admin quarantines a game, requeues it, ends it and deletes it; the audit log has it all. */
export async function gameModerated(context) {
  const { server } = context;
  const player = await member(server, 'Gus');
  const id = await game(server, player);
  const { page, who } = await staffed(context, 'admin');
  await show(page, server, 'admin/games');
  await page.locator('[name=find-game]').fill('0123456789abcdef01234567');
  await page.locator('[data-action=find]').click();
  await page.locator('[data-problem]', { hasText: 'no player, game or report' }).waitFor();
  await page.locator('.back').click();
  await page.locator('[name=find-game]').fill(`${server.url}/#/play/${id}`);
  await page.locator('[data-action=find]').click();
  await page.locator(`[data-file="${id}"][data-status=running]`).waitFor();
  await page.locator(`[data-player="${player.id}"]`, { hasText: player.name }).waitFor();

  await page.locator('[data-act=quarantine]').click();
  await act(page, 'the bot is stuck');
  await page.locator('[data-quarantined]', { hasText: 'the bot is stuck' }).waitFor();
  await page.locator('.side a', { hasText: 'Quarantine' }).click();
  const held = page.locator('[data-held] li', { hasText: id });
  await held.locator('[data-action=requeue]').click();
  await act(page, 'try again');
  await held.waitFor({ state: 'detached' });
  // Somebody else is faster: the dialog says so, and behind it stands how it is now.
  const asAdmin = (type) =>
    done(server, 'POST', `/admin/games/${id}`, { token: who.token, body: { type, reason: 'faster' } });
  await asAdmin('quarantine');
  await page.reload();
  await held.locator('[data-action=requeue]').click();
  await asAdmin('requeue');
  await page.locator('dialog[open] [name=reason]').fill('try again');
  await page.locator('dialog[open] [data-action=act-sure]').click();
  await page.locator('dialog[open] [role=alert]', { hasText: 'Nothing was changed' }).waitFor();
  await held.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialogClosed(page);
  await page.waitForFunction(() => document.activeElement?.id === 'section-title');

  await show(page, server, `admin/games/${id}`);
  await page.locator('[data-act=end]').click();
  await act(page, 'both asked for it', { sure: true });
  await page.locator(`[data-file="${id}"][data-status=over]`).waitFor();
  await page.locator('[data-rated]', { hasText: 'because of its settings' }).waitFor();
  assert((await page.locator('[data-act=end]').count()) === 0, 'it can be ended again');
  const { game: table } = await done(server, 'GET', `/games/${id}`, { token: player.token });
  assert(table.status === 'over', table.status);
  await page.locator('[data-act=delete]').click();
  await act(page, 'asked by both', { sure: true });
  await page.locator('[data-section=games]').waitFor();
  const gone = await request(server, 'GET', `/games/${id}`, { token: player.token });
  assert(gone.status === 404, `${gone.status}`);

  // Enough entries for a second page.
  const other = await game(server, player);
  for (let i = 0; i < 26; i++)
    for (const type of ['quarantine', 'requeue'])
      await done(server, 'POST', `/admin/games/${other}`, { token: who.token, body: { type, reason: `round ${i}` } });
  await page.locator('.side a', { hasText: 'Audit log' }).click();
  const last = page.locator(`[data-subject="${other}"]`, { hasText: 'round 25' }).first();
  assert((await last.getAttribute('data-entry')) === 'game.requeue', 'the newest is not the first');
  await last.locator(`[data-player="${who.id}"]`, { hasText: who.name }).waitFor();
  assert((await page.locator('[data-entry]').count()) === 50, 'a page has another length');
  assert(await page.locator('[data-action=newer]').isDisabled(), 'there is something newer');
  const shown = await page.locator('[data-shown]').innerText();
  await page.locator('[data-action=older]').click();
  await page.locator(`[data-entry="game.delete"][data-subject="${id}"]`, { hasText: 'asked by both' }).waitFor();
  for (const entry of ['game.quarantine', 'game.requeue', 'game.end', 'game.ended'])
    await page.locator(`[data-entry="${entry}"][data-subject="${id}"]`).first().waitFor();
  assert((await page.locator('[data-shown]').innerText()) !== shown, 'the same page');
  await page.locator('[data-action=newest]').click();
  await last.waitFor();
}

/** Without a role, and without enough of one: no page, no actions. */
export async function noRole(context) {
  const { server } = context;
  const plain = await member(server, 'Paula');
  const guest = await open(context);
  const asked = [];
  guest.on('request', (one) => one.url().includes('/api/v1/admin') && asked.push(one.url()));
  const missing = async (page, path) => {
    await show(page, server, path);
    await page.reload();
    await page.locator('[data-missing]').waitFor();
    assert((await page.title()) === 'Page not found · Tilewright', await page.title());
    assert((await page.locator('[data-admin]').count()) === 0, `${path} is there`);
  };
  await show(guest, server, 'nowhere');
  await guest.locator('[data-missing]').waitFor();
  const nowhere = await guest.locator('main').innerText();
  const account = await signedIn(context, plain);
  for (const page of [guest, account])
    for (const path of ['admin', `admin/players/${plain.id}`, 'admin/audit']) {
      await missing(page, path);
      assert((await page.locator('main').innerText()) === nowhere, 'it is another page than any missing one');
    }
  assert(!asked.length, `a guest asks for ${asked}`);

  // A moderator neither deletes nor grants roles, and does nothing to those who have one.
  const { page, who } = await staffed(context, 'moderator');
  await missing(page, 'admin/nothing');
  await show(page, server, `admin/players/${plain.id}`);
  await page.locator('[data-act=ban]').waitFor();
  const offered = await page.locator('[data-act]').evaluateAll((all) => all.map((one) => one.dataset.act).join());
  assert(offered === 'mute,ban,revoke', offered);
  await show(page, server, `admin/players/${who.id}`);
  await page.locator('[data-role=moderator]').waitFor();
  assert((await page.locator('[data-act]').count()) === 0, 'moderators act on themselves');
  const admin = await staffed(context, 'admin');
  await show(page, server, `admin/players/${admin.who.id}`);
  await page.locator('[data-role=admin]').waitFor();
  assert((await page.locator('[data-act]').count()) === 0, 'moderators act on admins');

  // An admin takes the role away: the page is gone with the next request.
  await show(page, server, 'admin/quarantine');
  await page.locator('[data-held]').waitFor();
  await show(admin.page, server, `admin/players/${who.id}`);
  await admin.page.locator('[data-act=grant]').click();
  await act(admin.page, 'has left', {
    more: () => admin.page.locator('dialog[open] [name=role]').selectOption('player'),
  });
  await admin.page.locator('[data-role=player]').waitFor();
  await page.locator('.side a', { hasText: 'Audit log' }).click();
  await page.locator('[data-missing]').waitFor();
}

/** Every section: a title of its own, no finding of axe in any colours, nothing cut off in the longest language. */
export async function adminEverywhere(context) {
  const { server } = context;
  const { page, who } = await staffed(context, 'admin', { reducedMotion: 'reduce', locale: 'de-DE' });
  const player = await member(server, 'Wilhelmina');
  const id = await game(server, player);
  const long = `${'gibberish'.repeat(30)} and a long story. `.repeat(3);
  const { token } = await member(server, 'Otto');
  for (const subject of [{ player: player.id }, { player: who.id }])
    await done(server, 'POST', '/reports', { token, body: { subject, text: long } });
  const as = (path, body) => done(server, 'POST', `/admin/${path}`, { token: who.token, body });
  await as(`games/${id}`, { type: 'quarantine', reason: long });
  await as(`players/${player.id}`, { type: 'mute', reason: long });
  await as(`players/${player.id}`, { type: 'ban', reason: long, appeal: long });
  const titles = new Set();
  for (const [path, there, dialog] of [
    ['admin', '[data-report] [data-action=settle]', '[data-action=settle]'],
    ['admin/players', '[data-found]', null],
    [`admin/players/${player.id}`, '[data-sanction=ban]', '[data-act=delete]'],
    ['admin/games', '[name=find-game]', null],
    [`admin/games/${id}`, '[data-quarantined]', '[data-act=end]'],
    ['admin/quarantine', '[data-held] li [data-game]', '[data-action=requeue]'],
    ['admin/audit', '[data-entry]', null],
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page, server, path);
    if (path === 'admin/players') {
      await page.locator('[name=find-name]').fill(player.name);
      await page.locator('[data-action=find]').click();
    }
    await page.locator(there).first().waitFor();
    titles.add(await page.title());
    await check(page, path, true);
    await fitsWidths(page, path);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.waitForFunction(() => {
      const link = document.querySelector('.side [aria-current]')?.getBoundingClientRect();
      return link && link.left >= 0 && link.right <= innerWidth;
    });
    if (path !== 'admin/players') await page.locator(there).first().waitFor();
    if (!dialog) continue;
    await page.locator(dialog).first().click();
    await page.locator('dialog[open]').waitFor();
    await check(page, `${path}, the dialog`, true);
    await fitsWidths(page, `${path}, the dialog`);
    await page.keyboard.press('Escape');
    await dialogClosed(page);
  }
  assert(titles.size === 5, [...titles].join(' | '));
  await as(`games/${id}`, { type: 'requeue', reason: 'seen' });
  const { reports } = await done(server, 'GET', '/admin/reports', { token: who.token });
  for (const report of reports.filter((one) => one.text === long.trim()))
    await as(`reports/${report.id}`, { note: 'seen' });
}
