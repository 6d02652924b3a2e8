/** The browser tests: real Chromium, a real server. `node tests/browser/run.mjs [NAME]...` */
import { launch, Server } from './harness.mjs';
import { tests } from './tests.mjs';

const wanted = process.argv.slice(2);
const chosen = tests.filter(([name]) => !wanted.length || wanted.some((part) => name.includes(part)));
const server = await Server.start();
const browser = await launch();
let failed = 0;
const began = performance.now();

/** Runs a test and tells how it went. */
async function run([name, test]) {
  const start = performance.now();
  const pages = [];
  try {
    await test({ browser, server, pages });
    const faults = pages.flatMap((page) => page.faults);
    if (faults.length) throw new Error(faults.join('\n'));
    console.log(`ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
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

try {
  const together = chosen.filter(([, , alone]) => !alone);
  await Promise.all([lane(together), lane(together)]);
  await lane(chosen.filter(([, , alone]) => alone));
} finally {
  await browser.close();
  await server.close();
}
console.log(
  `${chosen.length - failed} of ${chosen.length} passed in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exit(failed ? 1 : 0);
