// Answers the frames of a file in Chromium, on a worker: node browser.mjs IN OUT [MODULE]
import { createServer } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const [input, output, module] = process.argv.slice(2);
const kinds = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  if (request.method === 'POST') {
    const parts = [];
    for await (const part of request) parts.push(part);
    await writeFile(output, Buffer.concat(parts));
    response.end();
    return;
  }
  try {
    const bytes = await readFile(path === '/requests' ? input : join(process.cwd(), path));
    response.setHeader('Content-Type', kinds[path.split('.').pop()] ?? 'application/octet-stream');
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
    '--disable-sync', '--no-first-run'],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
  await page.waitForFunction(() => window.answer);
  console.log(await page.evaluate((module) => window.answer('requests', module), module), 'frames answered in', browser.version());
} finally {
  await browser.close();
  server.close();
}
