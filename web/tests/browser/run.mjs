/** The browser tests: real Chromium, a real server. `node tests/browser/run.mjs [NAME]...` */
import { launch, Server } from './harness.mjs';
import { tests } from './tests.mjs';

const wanted = process.argv.slice(2);
const chosen = tests.filter(([name]) => !wanted.length || wanted.some((part) => name.includes(part)));
const server = await Server.start();
const browser = await launch();
/** The tests that failed. */
let failed = [];
const began = performance.now();

/** Runs a test and tells how it went. */
async function run([name, test, alone]) {
  const start = performance.now();
  const pages = [];
  try {
    await test({ browser, server, pages });
    const faults = pages.flatMap((page) => page.faults);
    if (faults.length) throw new Error(faults.join('\n'));
    console.log(`ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed.push([name, test, alone]);
    console.log(`FAIL ${name}: ${error.stack ?? error}`);
    const page = pages.at(-1);
    if (page && process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/fail-${name.replace(/\W+/g, '-')}.png` }).catch(() => {});
    for (const one of pages) if (one.faults.length) console.log(one.faults.join('\n'));
  }
  for (const page of pages) await page.context().close();
}

/** Two tests at a time: each waits for its server and its pages more than it works. */
async function lane(waiting) {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
}

/**
 * On a busy machine two tests at a time may be too many. Those that failed run once more with nothing
 * beside them; more than a few have another cause.
 */
async function again() {
  const once = failed;
  if (!once.length || once.length > 3) return;
  console.log(`again, with nothing beside them: ${once.map(([name]) => name).join(', ')}`);
  failed = [];
  await lane([...once]);
  const held = once.filter(([name]) => !failed.some(([other]) => other === name));
  for (const [name] of held) console.log(`NOTE ${name} passed on its second run only`);
}

try {
  const together = chosen.filter(([, , alone]) => !alone);
  await Promise.all([lane(together), lane(together)]);
  await lane(chosen.filter(([, , alone]) => alone));
  await again();
} finally {
  await browser.close();
  await server.close();
}
console.log(
  `${chosen.length - failed.length} of ${chosen.length} passed in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exit(failed.length ? 1 : 0);
