/** What the browser tests share: a server of their own, a browser, small helpers. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const LIMITS = `[limits]
requests_per_minute = 100000
previews_per_minute = 100000
engine_calls_per_minute = 100000
guests_per_minute = 1000
sign_ins_per_minute = 1000
`;
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

function freePort() {
  return new Promise((done, fail) => {
    const server = net.createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function answers(url, seconds = 30) {
  for (let i = 0; i < seconds * 10; i++) {
    try {
      const response = await fetch(url);
      if (response.ok) return response;
    } catch {
      // Not yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

/** A game server over a database of its own. It can be stopped and started again. */
export class Server {
  files = [];

  /** Starts one. `more` is told the address of the page, and returns what else the configuration has. */
  static async start(more = () => '') {
    const server = new Server();
    server.directory = mkdtempSync(join(tmpdir(), 'tilewright-web-'));
    server.port = await freePort();
    // Most tests look inside the page, which only the build for tests allows.
    server.url = await server.serveFiles('dist-test');
    writeFileSync(join(server.directory, 'config.toml'), `${more(server.url)}${LIMITS}`);
    await server.up();
    const page = await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
    // A program without the playground is tested with the files that it would ship.
    const own = page.includes('/assets/');
    server.shipped = own ? `http://127.0.0.1:${server.port}` : await server.serveFiles('dist');
    return server;
  }

  async up() {
    const binary = process.env.TILEWRIGHT_BIN ?? 'tilewright';
    const { directory, port } = this;
    const flags = [
      'serve',
      '--port',
      String(port),
      '--database',
      join(directory, 'games.db'),
      '--config',
      join(directory, 'config.toml'),
      '--quiet',
    ];
    this.child = spawn(binary, flags, { stdio: ['ignore', 'inherit', 'inherit'] });
    await answers(`http://127.0.0.1:${port}/healthz`);
  }

  async down() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGTERM');
    await ended;
  }

  /** Serves a folder of the page, and everything else from the program. */
  async serveFiles(folder) {
    const dist = new URL(`../../${folder}/`, import.meta.url).pathname;
    const own = await freePort();
    const files = http.createServer((request, response) => {
      const path = new URL(request.url, 'http://x').pathname;
      if (path.startsWith('/api/')) {
        const onward = http.request(
          { host: '127.0.0.1', port: this.port, path: request.url, method: request.method, headers: request.headers },
          (answer) => {
            response.writeHead(answer.statusCode, answer.headers);
            answer.pipe(response);
          },
        );
        onward.on('error', () => response.destroy());
        request.pipe(onward);
        return;
      }
      const file = join(dist, path === '/' ? 'index.html' : path);
      if (!existsSync(file)) return response.writeHead(404).end();
      const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' };
      // As the program does: the compressed twin, where there is one.
      const packed = existsSync(`${file}.gz`);
      if (packed) headers['content-encoding'] = 'gzip';
      response.writeHead(200, headers).end(readFileSync(packed ? `${file}.gz` : file));
    });
    files.on('upgrade', (request, socket, head) => {
      const onward = net.connect(this.port, '127.0.0.1', () => {
        const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
        onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        onward.write(head);
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    await new Promise((done) => files.listen(own, '127.0.0.1', done));
    this.files.push(files);
    return `http://127.0.0.1:${own}`;
  }

  async close() {
    await this.down();
    this.discard();
  }

  /** Ends what is left of a server that is down. */
  discard() {
    for (const files of this.files) {
      files.closeAllConnections();
      if (files.listening) files.close();
    }
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function launch() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return chromium.launch({ executablePath, args });
}

/** A page in a context of its own. Requests to elsewhere and errors of the page fail the test. */
export async function newPage(browser, server, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // What a worker keeps would hide what the tests of other things look at.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(`page: ${error.stack ?? error}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(text))
      page.faults.push(`console: ${text}`);
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && ![server.url, server.shipped].some((url) => request.url().startsWith(url)))
      page.faults.push(`request: ${request.url()}`);
  });
  page.setDefaultTimeout(20_000);
  return page;
}

/** A page that is closed, and whose faults are told, at the end of the test. */
export async function open(context, options) {
  const page = await newPage(context.browser, context.server, options);
  context.pages.push(page);
  return page;
}

/** Opens the form for a new game on the first page. */
export async function newGame(page, server, { variant = 'classic', against = 'bot' } = {}) {
  await page.goto(`${server.url}/#/home`);
  await page.locator(`[data-variant="${variant}"]`).click();
  await page.locator(`[data-against="${against}"]`).click();
}

/** Starts a game from the first page, and waits until the player can do something. */
export async function startGame(
  page,
  server,
  { variant = 'classic', against = 'bot', level = 'beginner', players, words, look = true } = {},
) {
  await newGame(page, server, { variant, against });
  if (against === 'bot') await page.locator('select[name=level]').selectOption(level);
  if (players) await page.locator('select[name=players]').selectOption(String(players));
  if (words) await page.locator('textarea[name=words]').fill(words);
  await page.locator('[data-action=start]').click();
  await page.waitForURL(/#\/play\//);
  const id = decodeURIComponent(page.url().split('#/play/')[1]);
  // Where people share a device, nobody has the tiles until one of them takes it.
  if (against === 'online' || against === 'here' || !look) return id;
  // Tiles are drawn by chance: where nothing can be played, they are drawn again.
  if ((await myTurn(page)) !== 'mine' || (await bestMove(page))) return id;
  return startGame(page, server, { variant, against, level, players, words });
}

/** Takes the device at a shared table, and waits for the tiles. */
export async function takeSeat(page) {
  await page.locator('[data-action=take-seat]').click();
  await page.waitForFunction(() => globalThis.tilewright.table.seat !== null);
}

/** Waits until it is the player's turn or the game is over; says which. */
export async function myTurn(page) {
  await page.waitForFunction(() => ['mine', 'over'].includes(document.querySelector('.playgrid')?.dataset.turn));
  return page.evaluate(() => document.querySelector('.playgrid').dataset.turn);
}

/** The best move that the page itself can be told of. */
export function bestMove(page, among = 1) {
  return page.evaluate(async (count) => {
    const play = globalThis.tilewright;
    const moves = (await play.table.hints()).filter((one) => one.move.actions.every((action) => 'place_at' in action));
    return moves[Math.min(count, moves.length) - 1] ?? null;
  }, among);
}

/** The middle of a cell on the screen. */
export function cellPoint(page, label) {
  return page.evaluate((label) => {
    const { board } = globalThis.tilewright;
    const cell = board.cell(board.index(label));
    const svg = document.querySelector('#board svg.board');
    const at = new DOMPoint(cell.x, cell.y).matrixTransform(svg.getScreenCTM());
    return { x: at.x, y: at.y, layer: cell.layer };
  }, label);
}

/** Plays a tile by dragging it from the rack. */
export async function dragTile(page, action) {
  const { cell, kind_id: kind, as_symbol: as } = action.place_at;
  const slot = await page.evaluate((kind) => {
    const play = globalThis.tilewright;
    return play.draft.slots.findIndex((tile, slot) => tile === kind && !play.isOut(slot));
  }, kind);
  const layers = await page.evaluate((label) => {
    const play = globalThis.tilewright;
    const layer = play.board.cell(play.board.index(label)).layer;
    return layer === play.layer ? null : layer;
  }, cell);
  if (layers !== null) await page.locator('.floors input[type=range]').fill(String(layers));
  const from = await page.locator(`[data-slot="${slot}"]`).boundingBox();
  const to = await cellPoint(page, cell);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 2 });
  await page.mouse.move(to.x + 3, to.y + 3, { steps: 4 });
  await page.mouse.up();
  if (as) await page.locator('dialog[open] .pick', { hasText: new RegExp(`^${as}$`) }).click();
}

/** Waits for the preview of what lies on the board, and says its total. */
export async function previewed(page, score) {
  await page.waitForFunction(
    (score) => document.querySelector('[data-preview]')?.dataset.preview === score,
    String(score),
  );
  return page.locator('[data-total]').innerText();
}

/** Commits by pressing Play, and compares what was previewed with what the log then says. */
export async function commit(page, press) {
  const before = await page.evaluate(() => ({
    total: globalThis.tilewright.lastPreview,
    turns: globalThis.tilewright.turns.length,
  }));
  await (press ? press() : page.locator('[data-action=play]:visible').click());
  await page.waitForFunction((turns) => globalThis.tilewright.turns.length > turns, before.turns);
  const committed = await page.evaluate(
    (index) => String(globalThis.tilewright.turns[index].score?.total),
    before.turns,
  );
  if (committed !== before.total) throw new Error(`previewed ${before.total}, committed ${committed}`);
  return committed;
}

/** Swaps or passes when there is no play. */
export async function pass(page) {
  const turns = await page.evaluate(() => globalThis.tilewright.turns.length);
  await page.locator('[data-action=pass]').click();
  await page.locator('[data-action=sure]').click();
  await page.waitForFunction((turns) => globalThis.tilewright.turns.length > turns, turns);
}

/** Drags a whole move onto the board and waits for its preview. */
export async function dragMove(page, move) {
  for (const action of move.move.actions) await dragTile(page, action);
  assert((await previewed(page, move.score)) !== '', 'no preview');
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}
