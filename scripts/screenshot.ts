// `npm run screenshot`: takes the pictures of the dashboard that README.md shows, of the demo's data in a database of its own.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { chromium } from 'playwright-core';
import { openApp } from '../src/app.js';
import { loadDemo } from '../src/cli/demo.js';
import { readConfig } from '../src/config.js';
import { openDatabase } from '../src/database/open.js';
import { chromiumPath } from './chromium.js';

const key = 'admin-key-of-the-pictures';
/** Enough for a window of 90 days and the one before it. */
const newDays = 200;

if (!chromiumPath) throw new Error('Taking pictures needs Chromium.');
const folder = mkdtempSync(join(tmpdir(), 'sightline-pictures-'));
try {
  const config = readConfig({ ADMIN_API_KEYS: key, SIGHTLINE_DATA: folder });
  await using db = await openDatabase(config);
  const terminal = { writeOut: () => {}, writeErr: () => {}, isInteractive: false, hasColors: false };
  await loadDemo(db, { now: Date.now(), newDays, terminal, rejectsPath: join(folder, 'rejected.ndjson') });
  await using app = await openApp(config, { db, log: pino({ level: 'silent' }) });
  await using server = await app.listen({ host: '127.0.0.1', port: 0 });
  await takePictures(`${server.url}/?brand=haldenfjell&days=90#key=${key}`, chromiumPath);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures(url: string, executablePath: string): Promise<void> {
  mkdirSync('docs/pictures', { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme });
    await page.goto(url);
    await page.waitForSelector('main:has(#trend canvas):not(:has([aria-busy=true]))');
    await page.screenshot({ path: `docs/pictures/overview-${colorScheme}.png` });
    await page.close();
  }
  await browser.close();
}
