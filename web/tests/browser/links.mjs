/** Links that the server mails, and with which it sends a browser back from a provider of identities. */
import net from 'node:net';
import { assert, open, Server, startGame } from './harness.mjs';

const PASSWORD = 'a long password';
const fresh = (name) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** The text of a mail: long lines are folded and some characters encoded on the way. */
function plainText(mail) {
  const [head, ...rest] = mail.split('\r\n\r\n');
  const body = rest.join('\n\n');
  if (!/quoted-printable/i.test(head)) return body;
  return body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

/** A mail server on this machine that keeps what it is sent. */
class MailServer {
  mails = [];
  waiting = [];

  static async start() {
    const server = new MailServer();
    server.listener = net.createServer((socket) => server.serve(socket));
    await new Promise((done) => server.listener.listen(0, '127.0.0.1', done));
    server.port = server.listener.address().port;
    return server;
  }

  serve(socket) {
    let text = '';
    let data = false;
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      text += bytes;
      for (;;) {
        const end = data ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (data) this.keep(plainText(part));
        const verb = data ? '' : part.slice(0, 4).toUpperCase();
        data = verb === 'DATA';
        if (verb === 'QUIT') return socket.end('221 bye\r\n');
        socket.write(data ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  }

  keep(mail) {
    this.mails.push(mail);
    for (const done of this.waiting.splice(0)) done();
  }

  /** The link of the next mail that has this kind of link. */
  async link(kind) {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const at = this.mails.findIndex((mail) => mail.includes(`#${kind}=`));
      if (at >= 0) return this.mails.splice(at, 1)[0].match(new RegExp(`http\\S+#${kind}=\\w+`))[0];
      assert(Date.now() < deadline, `no mail with ${kind}`);
      await new Promise((done) => {
        const timer = setTimeout(done, 1000);
        this.waiting.push(() => {
          clearTimeout(timer);
          done();
        });
      });
    }
  }

  close() {
    this.listener.close();
  }
}

/** An address is confirmed and a password replaced by the links of real mails, each of them once. */
export async function mailed({ browser, pages }) {
  const mails = await MailServer.start();
  const server = await Server.start(
    (url) =>
      `public_url = "${url}"\n[mail]\nserver = "127.0.0.1:${mails.port}"\nencryption = "none"\n` +
      'from = "Games <games@example.org>"\n',
  );
  try {
    await followMails({ browser, pages, server }, (kind) => mails.link(kind));
  } finally {
    await server.close();
    mails.close();
  }
}

/** The same with answers of the server as the tests say them: what the page makes of each. */
export async function followed(context) {
  const state = { address: null, pending: null, password: PASSWORD, codes: new Map() };
  const fault = (status) => ({ status, json: { error: { code: 'forbidden', message: 'no' } } });
  const done = { status: 204 };
  const answers = {
    'GET /me/email': () => ({ json: { address: state.address, pending: state.pending } }),
    'POST /me/email': ({ address, password }) => {
      if (password !== state.password) return fault(403);
      state.pending = address;
      state.codes.set('verify-email', 'c0de1');
      return done;
    },
    'POST /email/verify': ({ code }) => {
      if (code !== state.codes.get('verify-email')) return fault(403);
      state.codes.delete('verify-email');
      [state.address, state.pending] = [state.pending, null];
      return done;
    },
    'POST /password-resets': ({ address }) => {
      if (address === state.address) state.codes.set('reset-password', 'c0de2');
      return done;
    },
    'POST /password-resets/confirm': ({ code, password }) => {
      if (code !== state.codes.get('reset-password')) return fault(403);
      state.codes.delete('reset-password');
      state.password = password;
      return done;
    },
    'POST /sessions': ({ name, password }) => {
      if (password !== state.password) return fault(401);
      return { json: { player: { id: 'p1', name, guest: false }, token: state.token } };
    },
  };
  const intercept = (page) =>
    page.route(/\/api\/v1\/(me\/email|email\/verify|password-resets(\/confirm)?|sessions)$/, (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.replace('/api/v1', '');
      const answer = answers[`${request.method()} ${path}`];
      return answer ? route.fulfill(answer(request.postDataJSON())) : route.continue();
    });
  const link = (kind) => `${context.server.url}/#${kind}=${state.codes.get(kind)}`;
  await followMails(context, link, { intercept, signedUp: (token) => (state.token = token) });
}

async function followMails(context, linkOf, { intercept = () => {}, signedUp = () => {} } = {}) {
  const { server } = context;
  const page = await open(context);
  await intercept(page);
  const name = fresh('Mara');
  await page.goto(`${server.url}/#/account`);
  await page.locator('[name=new-name]').fill(name);
  await page.locator('[name=new-password]').fill(PASSWORD);
  await page.locator('[data-action=sign-up]').click();
  await page.locator('[data-action=change-email]').click();
  signedUp(await page.evaluate(() => localStorage.getItem('token')));
  await page.locator('[name=address]').fill('mara@example.org');
  await page.locator('[name=password]').fill('not the password');
  await page.locator('[data-action=save-email]').click();
  await page.locator('[role=alert]', { hasText: 'password is wrong' }).waitFor();
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[data-action=save-email]').click();
  await page.locator('.lr', { hasText: 'mailed to mara@example.org' }).waitFor();

  // Another browser may open the link: whoever has it reads the mail.
  const link = await linkOf('verify-email');
  const other = await open(context);
  await intercept(other);
  await other.goto(link);
  await other.locator('[data-action=verify-email]').waitFor();
  assert((await other.title()).startsWith('Confirm your e-mail address'), await other.title());
  assert(other.url().endsWith('/#/verify-email'), `the code stays in the address: ${other.url()}`);
  await other.locator('[data-action=verify-email]').click();
  await other.locator('[data-mailed=done]').waitFor();
  await other.waitForFunction(() => document.activeElement?.tagName === 'H1');
  assert((await other.title()).startsWith('Your e-mail address is confirmed'), await other.title());
  // The same link again says what is wrong with it.
  await other.goto(link);
  await other.locator('[data-action=verify-email]').click();
  await other.locator('[role=alert]', { hasText: 'used already' }).waitFor();
  await page.reload();
  await page.locator('.lr b', { hasText: 'mara@example.org' }).waitFor();

  await other.goto(`${server.url}/#/account`);
  await other.locator('[data-action=forgotten]').click();
  await other.locator('[name=address]').fill('mara@example.org');
  await other.locator('[data-action=ask-reset]').click();
  await other.locator('[data-action=reset-password]').waitFor();
  await other.goto(await linkOf('reset-password'));
  await other.waitForFunction(() => !document.querySelector('[name=code]') && document.querySelector('[name=fresh]'));
  assert(other.url().endsWith('/#/reset-password'), other.url());
  await other.locator('[name=fresh]').fill('quite another one');
  await other.locator('[name=repeated]').fill('not the same one');
  await other.locator('[data-action=reset-password]').click();
  await other.locator('[role=alert]', { hasText: 'differ' }).waitFor();
  await other.locator('[name=repeated]').fill('quite another one');
  await other.locator('[data-action=reset-password]').click();
  await other.locator('[data-mailed=done]').waitFor();
  await other.locator('[data-mailed] a.btn').click();
  await other.locator('[name=name]').fill(name);
  await other.locator('[name=password]').fill('quite another one');
  await other.locator('[data-action=do-sign-in]').click();
  await other.waitForURL(/#\/home/);
  await other.locator('.me .mename', { hasText: name }).waitFor();

  // A code that nobody was sent is refused, and a new link can be asked for.
  await page.goto(`${server.url}/#reset-password=0123456789abcdef`);
  await page.locator('[name=fresh]').fill('quite another one');
  await page.locator('[name=repeated]').fill('quite another one');
  await page.locator('[data-action=reset-password]').click();
  await page.locator('[role=alert]', { hasText: 'too old' }).waitFor();
  await page.locator('[data-action=new-link]').click();
  await page.locator('[data-action=ask-reset]').waitFor();
}

/** A guest signs in with a provider and comes back; what can go wrong on the way is said. */
export async function returned(context) {
  const { server } = context;
  const page = await open(context);
  await startGame(page, server, { look: false });
  const guest = await page.evaluate(() => localStorage.getItem('token'));
  const asked = [];
  let status = 200;
  // Providers speak https only, so the server's part in it is played here.
  await page.route('**/api/v1/oidc**', (route) =>
    route.fulfill({ json: { providers: [{ id: 'acme', name: 'Acme' }] } }),
  );
  await page.route('**/api/v1/oidc/acme/start', (route) => {
    asked.push(['start', route.request().headers().authorization]);
    return route.fulfill({ json: { url: `${server.url}/#sign-in=c0de`, ticket: 't1cket' } });
  });
  await page.route('**/api/v1/oidc/finish', (route) => {
    const { code, ticket } = route.request().postDataJSON();
    asked.push(['finish', route.request().headers().authorization, code, ticket]);
    if (status !== 200) return route.fulfill({ status, json: { error: { code: 'forbidden', message: 'no' } } });
    // The guest has become an account: the same token goes on.
    return route.fulfill({ json: { player: { id: 'p1', name: 'Mara', guest: false }, token: guest } });
  });
  const start = async () => {
    await page.goto(`${server.url}/#/account`);
    await page.locator('[data-provider=acme]', { hasText: 'Sign in with Acme' }).click();
  };
  const failed = (text) => page.locator('[data-sign-in=failed] [role=alert]', { hasText: text }).waitFor();

  status = 403;
  await start();
  await failed('took too long');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  assert(!page.url().includes('c0de'), `the code stays in the address: ${page.url()}`);
  status = 409;
  await start();
  await failed('another account');
  await page.goto(`${server.url}/#sign-in-error=denied`);
  await failed('did not allow');
  await page.goto(`${server.url}/#sign-in-error=constructor`);
  await failed('took too long');
  // A link that a stranger has sent was not begun here.
  const before = asked.length;
  await page.goto(`${server.url}/#sign-in=5tranger`);
  await failed('not started in this browser');
  assert(asked.length === before, 'a strange code was sent to the server');
  status = 200;
  await start();
  await page.waitForURL(/#\/home/);
  await page.locator('.toast', { hasText: 'Mara' }).waitFor();
  await page.locator('.me .mename', { hasText: 'Mara' }).waitFor();
  assert(asked.at(-2).join() === ['start', `Bearer ${guest}`].join(), asked.at(-2).join());
  assert(asked.at(-1).join() === ['finish', `Bearer ${guest}`, 'c0de', 't1cket'].join(), asked.at(-1).join());
  assert(!(await page.evaluate(() => localStorage.getItem('sign-in-ticket'))), 'the ticket stays');
}
