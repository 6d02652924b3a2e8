/** How fast the page answers a hand. */
import { assert, myTurn, open, startGame } from './harness.mjs';

const part = (sorted, share) => Number(sorted[Math.floor(sorted.length * share)].toFixed(1));

/** What the page's main thread worked for each frame, in milliseconds of its own time, ascending. */
function framesOf(events) {
  const page = events.find((event) => event.name === 'Paint');
  const own = events.filter((event) => event.pid === page.pid && event.tid === page.tid).sort((a, b) => a.ts - b.ts);
  const frames = [];
  let work = 0;
  for (const event of own) {
    if (event.name === 'Commit') {
      frames.push(work);
      work = 0;
    } else if (event.ph === 'X' && event.name.endsWith('RunTask') && !event.name.startsWith('Run'))
      work += (event.tdur ?? event.dur) / 1000;
  }
  return frames.slice(1).sort((a, b) => a - b);
}

/** How long the page takes for a fixed piece of work when nothing disturbs it, in milliseconds. */
const fixedWork = (page) =>
  page.evaluate(() => {
    let least = Infinity;
    for (let run = 0; run < 30; run++) {
      const start = performance.now();
      const table = new Map();
      for (let i = 0; i < 100_000; i++) table.set((i * 7919) % 4099, `${i}`);
      least = Math.min(least, performance.now() - start);
    }
    return least;
  });

/** What `fixedWork` returned on the machine for which a frame may take 8 ms. */
const FIXED_WORK = 3.2;

/** How much slower than that machine this one is: it may take longer in proportion. */
export const slownessOf = async (page) => Math.max(1, (await fixedWork(page)) / FIXED_WORK);

/** The work of each frame of a drag across the board, ascending. */
async function dragAcross(context, page, board) {
  await context.browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  for (let i = 0; i < 80; i++) {
    await page.mouse.move(board.x + 20 + (i * (board.width - 60)) / 80, board.y + 20 + (i * (board.height - 60)) / 80);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
  }
  return framesOf(JSON.parse((await context.browser.stopTracing()).toString()).traceEvents);
}

/** Work of the main thread while dragging on a large board, and how long a preview takes. */
export async function swift(context) {
  const page = await open(context);
  await startGame(page, context.server, { variant: 'super-21' });
  await myTurn(page);
  const slowness = await slownessOf(page);
  const slot = await page.evaluate(() => globalThis.tilewright.draft.slots.findIndex((tile) => tile !== '?'));
  const from = await page.locator(`[data-slot="${slot}"]`).boundingBox();
  const board = await page.locator('#board').boundingBox();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(board.x + 20, board.y + 20, { steps: 3 });
  // Other programs can only add to the work, so the best of three drags counts.
  let frames = await dragAcross(context, page, board);
  for (let again = 0; again < 2; again++) {
    const more = await dragAcross(context, page, board);
    if (part(more, 0.95) < part(frames, 0.95)) frames = more;
  }
  await page.mouse.up();
  const times = await page.evaluate(async () => {
    const play = globalThis.tilewright;
    const times = [];
    for (let i = 0; i < 20; i++) {
      const start = performance.now();
      await play.table.preview(play.move());
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  });
  console.log(
    `     a frame while dragging: p50 ${part(frames, 0.5)} ms, p95 ${part(frames, 0.95)} ms ` +
      `of the main thread's own time over ${frames.length} frames; ` +
      `a preview: p50 ${part(times, 0.5)} ms, p95 ${part(times, 0.95)} ms; ` +
      `this machine: ${slowness.toFixed(2)} times the reference`,
  );
  assert(part(frames, 0.95) < 8 * slowness, 'too much work for a frame');
  assert(part(times, 0.5) < 16 * slowness, 'a preview takes too long');
}
