/** Names and accounts: signing up, in and out, sessions, changes, data; names at one device. */
import { readFileSync } from 'node:fs';
import { assert, newGame, open, startGame } from './harness.mjs';

const PASSWORD = 'a long password';

const show = (page, server, path) => page.goto(`${server.url}/#/${path}`);
/** Names are unique on a server that all tests share. */
const fresh = (name) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

async function signUp(page, server, name) {
  await show(page, server, 'account');
  await page.locator('[name=new-name]').fill(name);
  await page.locator('[name=new-password]').fill(PASSWORD);
  await page.locator('[data-action=sign-up]').click();
  await page.locator('[data-name]', { hasText: name }).waitFor();
}

async function signIn(page, server, name, password) {
  await show(page, server, 'account');
  await page.locator('[name=name]').fill(name);
  await page.locator('[name=password]').fill(password);
  await page.locator('[data-action=do-sign-in]').click();
}

/** A guest becomes an account with the same games; another browser signs in and has them too. */
export async function account(context) {
  const { server } = context;
  const page = await open(context);
  const game = await startGame(page, server, { look: false });
  const name = fresh('Mara');
  await show(page, server, 'account');
  await page.locator('text=You keep your game').waitFor();
  // What is not good enough is said in the form, and nothing is lost.
  await page.locator('[name=new-name]').fill(name);
  await page.locator('[name=new-password]').fill('short');
  await page.locator('[data-action=sign-up]').click();
  await page.locator('[role=alert]', { hasText: 'at least 8 characters' }).waitFor();
  await signUp(page, server, name);
  await page.locator('.me .mename', { hasText: name }).waitFor();
  await show(page, server, 'games');
  await page.locator(`[data-game="${game}"]`).waitFor();

  const other = await open(context);
  await signIn(other, server, name, 'another password');
  await other.locator('[role=alert]', { hasText: 'wrong' }).waitFor();
  await signIn(other, server, name, PASSWORD);
  await other.waitForURL(/#\/home/);
  await show(other, server, 'games');
  await other.locator(`[data-game="${game}"]`).waitFor();
  // The name is taken now.
  const third = await open(context);
  await show(third, server, 'account');
  await third.locator('[name=new-name]').fill(name);
  await third.locator('[name=new-password]').fill(PASSWORD);
  await third.locator('[data-action=sign-up]').click();
  await third.locator('[role=alert]', { hasText: 'taken' }).waitFor();
}

/** From the first page to the lobby; an account invites a friend to a rated game, a guest cannot. */
export async function ratedInvitation(context) {
  const { server } = context;
  const page = await open(context);
  await show(page, server, 'home');
  await page.locator('[data-way=pair]').click();
  await page.waitForURL(/#\/lobby/);
  await newGame(page, server, { against: 'online' });
  await page.locator('[name=hints]').waitFor();
  assert((await page.locator('[name=rated]').count()) === 0, 'a guest is offered a rated game');
  await page.keyboard.press('Escape');
  await signUp(page, server, fresh('Rhea'));
  await newGame(page, server, { against: 'online' });
  await page.locator('[name=rated]').check();
  const hints = page.locator('[name=hints]');
  assert((await hints.isDisabled()) && !(await hints.isChecked()), 'hints in a rated game');
  await page.locator('[data-action=start]').click();
  await page.waitForURL(/#\/play\//);
  const game = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await (await fetch(`/api/v1/games/${id}`, { headers })).json()).game;
  }, page.url().split('#/play/')[1]);
  assert(game.rated && !game.hints, `rated: ${game.rated}, hints: ${game.hints}`);
}

/** Sessions are listed and ended; a new password ends the others; names change. */
export async function sessions(context) {
  const { server } = context;
  const page = await open(context);
  const name = fresh('Ben');
  await signUp(page, server, name);
  const other = await open(context);
  await signIn(other, server, name, PASSWORD);
  await other.waitForURL(/#\/home/);
  await page.reload();
  await page.locator('[data-session=other]').waitFor();
  assert((await page.locator('[data-session]').count()) === 2, 'not two sessions');
  await page.locator('[data-action=revoke]').click();
  await page.waitForFunction(() => document.querySelectorAll('[data-session]').length === 1);
  // The other browser is told when it next asks, and does not go on as a guest in secret.
  await show(other, server, 'games');
  await other.reload();
  await other.locator('.toast', { hasText: 'session has ended' }).waitFor();

  const renamed = fresh('Benno');
  await page.locator('[data-action=change-name]').click();
  await page.locator('[name=rename]').fill(renamed);
  await page.locator('[data-action=save-name]').click();
  await page.locator('[data-name]', { hasText: renamed }).waitFor();

  await page.locator('[data-action=change-password]').click();
  await page.locator('[name=old]').fill('not the password');
  await page.locator('[name=fresh]').fill('quite another one');
  await page.locator('[name=repeated]').fill('quite another one');
  await page.locator('[data-action=save-password]').click();
  await page.locator('[role=alert]', { hasText: 'present password is wrong' }).waitFor();
  await page.locator('[name=old]').fill(PASSWORD);
  await page.locator('[data-action=save-password]').click();
  await page.locator('.toast', { hasText: 'password has been changed' }).waitFor();

  await page.locator('[data-action=leave]').click();
  await page.locator('[data-action=sign-up]').waitFor();
  await signIn(page, server, renamed, 'quite another one');
  await page.waitForURL(/#\/home/);
  await page.locator('.me .mename', { hasText: renamed }).waitFor();
}

/** Everything can be taken away, as a file and for good. */
export async function departure(context) {
  const { server } = context;
  const page = await open(context);
  const name = fresh('Tariq');
  await signUp(page, server, name);
  const game = await startGame(page, server, { look: false });
  await show(page, server, 'account');
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-action=export]').click()]);
  const text = readFileSync(await file.path(), 'utf8');
  assert(text.includes(name) && text.includes(game), 'the export has neither name nor game');
  await page.locator('[data-action=delete]').click();
  assert(await page.locator('[data-action=delete-sure]').isDisabled(), 'it can be deleted by one press');
  await page.locator('[name=confirm]').fill(name);
  await page.locator('[data-action=delete-sure]').click();
  await page.waitForURL(/#\/home/);
  await signIn(page, server, name, PASSWORD);
  await page.locator('[role=alert]', { hasText: 'wrong' }).waitFor();
}

/** People at one device have their names, and are asked for them once. */
export async function names(context) {
  const page = await open(context);
  await newGame(page, context.server, { against: 'here' });
  await page.locator('[name=player-1]').fill('Ada');
  await page.locator('[name=player-2]').fill('Ben');
  await page.locator('[data-action=start]').click();
  await page.waitForURL(/#\/play\//);
  await page.waitForFunction(() => globalThis.tilewright?.table);
  const seats = await page.evaluate(() => globalThis.tilewright.table.seats.map((seat) => seat.name).join());
  assert(seats === 'Ada,Ben', seats);
  await newGame(page, context.server, { against: 'here' });
  assert((await page.locator('[name=player-2]').inputValue()) === 'Ben', 'the names are forgotten');
}
