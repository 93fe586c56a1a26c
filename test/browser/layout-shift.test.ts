// No page moves what is read: whatever the order and the delay in which answers arrive, and when a window, a tab or a page of a list is chosen.

import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate } from '../support/gate.js';
import { at, hasChromium, reason, sharedSite } from './browser.js';
import { settle } from './visit.js';

const brand = 'haldenfjell';
const widths = [390, 1440] as const;

/** Chromium adds up what moves: 1 is all of the screen by its whole height. */
const maxShift = 0.005;
/** Rows of other figures may be a line higher and a column wider. */
const maxShiftOfRows = 0.15;
const maxDelayMs = 250;
/** What follows a click by less than half a second Chromium ascribes to it: answers to what was chosen take longer. */
const afterClickMs = 600;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Notes every shift from the start of the page on but those that are a click's own. */
const notesShifts = `
  const nameOf = ({ node }) => {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    return element ? element.tagName.toLowerCase() + (element.id ? '#' + element.id : '.' + element.className) : '?';
  };
  const shifts = [];
  const note = (entries) => {
    for (const { value, sources, hadRecentInput } of entries)
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(nameOf) });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
    note(observer.takeRecords());
    return shifts.splice(0);
  };`;

/** Each answer of the API arrives after a delay of its own, from when `isAwaited` fulfils on. */
async function prepare(page: Page, delays: readonly number[], isAwaited = async () => {}): Promise<void> {
  await page.addInitScript(notesShifts);
  let sent = 0;
  await page.route('**/graphql', async (route) => {
    const delayMs = delays[sent++ % delays.length] ?? 0;
    await isAwaited();
    await new Promise((done) => setTimeout(done, delayMs));
    // A page that was left waits for no answer.
    await route.continue().catch(() => {});
  });
}

/** Clicks it, or selects a longer window. */
async function choose(page: Page, choice: string): Promise<void> {
  if (choice.startsWith('#filter')) await page.selectOption(choice, '30');
  else await page.locator(choice).first().click();
}

async function expectStill(page: Page, what: string, bound = maxShift): Promise<void> {
  const shifts = (await page.evaluate('takeShifts()')) as readonly Shift[]; // safe because the script of this file returns them
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThan(bound);
}

/** Delays in an order that the run prints where it fails. */
function someDelays(): { readonly seed: number; readonly delays: readonly number[] } {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const [delays = []] = fc.sample(fc.array(fc.nat(maxDelayMs), { minLength: 40, maxLength: 40 }), { seed, numRuns: 1 });
  return { seed, delays };
}

// Most of it is waiting for delayed answers.
describe(`what is on the screen stays where it is${reason}`, { skip: !hasChromium, concurrent: true }, () => {
  const site = sharedSite();
  let view = '';
  let paths: readonly string[] = [];
  beforeAll(async () => {
    const { from, to, view: window } = site.last(7);
    view = `brand=${brand}&${window}`;
    const { brandRuns } = await site.ask(
      `{ brandRuns(brandId: "${brand}", from: "${from}", to: "${to}", limit: 1) { data { id promptId } } }`,
    );
    const [{ id, promptId }] = brandRuns.data;
    paths = [
      '',
      'prompts',
      'competitors',
      'competitors/Norrvind',
      'signals',
      'breakdown',
      'breakdown?rows=PROMPT&columns=MODEL',
      'sources',
      'sources?tab=pages',
      'searches',
      'answers',
      `answers?prompt=${promptId}`,
      `prompts/${promptId}`,
      `answers/${promptId}/${id}`,
      'api/v1/docs',
    ];
  });

  it.each(widths)('while the figures of a page arrive, on a screen %i pixels wide', async (width) => {
    const { seed, delays } = someDelays();
    await using visit = await site.open(null, { width, prepare: (page) => prepare(page, delays) });
    for (const path of paths) {
      await visit.page.goto(site.url + at(path, view));
      await settle(visit.page);
      await expectStill(visit.page, `${path || 'overview'}, seed ${seed}`);
    }
  });

  it('and until other figures arrive the ones before are shown', async () => {
    let answered = Promise.resolve();
    await using visit = await site.open(null, { prepare: (page) => prepare(page, [0], () => answered) });
    const { page } = visit;
    for (const [path, choice, kept] of [
      ['', '#filter-period', '.tile .value'],
      ['competitors', '#filter-period', '.line-toggle'],
      ['sources?tab=pages', '.pager >> text=Next', 'tbody tr'],
      ['answers', 'label:has-text("Do not name us")', '.answer-item'],
    ] as const) {
      await visit.show(at(path, view));
      const answer = gate();
      answered = answer.opened;
      await choose(page, choice);
      await page.waitForSelector('main [aria-busy=true]');
      expect(await page.locator(kept).count(), path).toBeGreaterThan(0);
      expect(await page.locator('main .skeleton').count(), path).toBe(0);
      answer.open();
      await settle(page);
    }
  });

  it.each(widths)('while other figures are chosen, on a screen %i pixels wide', async (width) => {
    const { seed, delays } = someDelays();
    const later = delays.map((delayMs) => afterClickMs + delayMs);
    let answered = Promise.resolve();
    await using visit = await site.open(null, { width, prepare: (page) => prepare(page, later, () => answered) });
    const { page } = visit;
    const choices = [
      ['', '#filter-period', maxShift],
      ['', '#trend label:has-text("Position")', maxShift],
      ['competitors', '#filter-period', maxShift],
      ['sources', 'label:has-text("Pages")', maxShift],
      ['sources', 'label:has-text("Where competitors win")', maxShiftOfRows],
      ['sources?tab=pages', '.pager >> text=Next', maxShiftOfRows],
      ['prompts', '#filter-period', maxShiftOfRows],
    ] as const;
    for (const [path, choice, bound] of choices) {
      await visit.show(at(path, view));
      const box = page.locator(choice).first();
      await box.scrollIntoViewIfNeeded();
      const answer = gate();
      answered = answer.opened;
      await choose(page, choice);
      await page.waitForSelector('main [aria-busy=true]');
      // What a click itself moves is its own, however late it is drawn.
      await page.evaluate('takeShifts()');
      answer.open();
      await settle(page);
      await expectStill(page, `${choice} on ${path || 'overview'}, seed ${seed}`, bound);
    }
  });
});
