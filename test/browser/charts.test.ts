// Charts answer wherever in the plot somebody clicks or taps: the day nearest to it is opened, by touch after it is shown.

import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/web/data/days.js';
import { dayRange } from '../../src/web/ui/format.js';
import { gate } from '../support/gate.js';
import { at, hasChromium, reason, sharedSite } from './browser.js';
import { adminKey, drawn, hold, settle, type Visit } from './visit.js';

const brand = 'haldenfjell';
const days = 30;

/** Where in the plot, from 0 to 1 in both directions, and whether the pointer moves before the button is released. */
interface Press {
  readonly day: number;
  readonly aside: number;
  readonly down: number;
  readonly isShaky: boolean;
}

type PressAt = (page: Page, place: { readonly x: number; readonly y: number }, isShaky: boolean) => Promise<void>;

const rounds = Number(process.env.PRESS_ROUNDS ?? 1);

/** Between two points: up to 45 hundredths of a day beside one. */
const press: fc.Arbitrary<Press> = fc.record({
  day: fc.integer({ min: 0, max: days - 1 }),
  aside: fc.integer({ min: -45, max: 45 }).map((part) => part / 100),
  down: fc.integer({ min: 2, max: 98 }).map((part) => part / 100),
  isShaky: fc.boolean(),
});

async function placeOf(chart: Locator, { day, aside, down }: Press) {
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart cannot be seen.');
  return { x: box.x + (box.width * (day + 0.5 + aside)) / days, y: box.y + box.height * down };
}

describe.skipIf(!hasChromium)(`a chart${reason}`, () => {
  const site = sharedSite();
  let paths: readonly string[] = [];
  let firstDay = '';
  let lastDay = '';
  let view = '';
  let week = '';
  beforeAll(async () => {
    const last = site.last(days);
    [firstDay, lastDay, view] = [last.from, last.to, `brand=${brand}&${last.view}&by=day`];
    week = `brand=${brand}&${site.last(7).view}`;
    const span = `from: "${firstDay}", to: "${lastDay}"`;
    const { brandRuns } = await site.ask(`{ brandRuns(brandId: "${brand}", ${span}, limit: 1) { data { promptId } } }`);
    paths = ['', 'competitors', `prompts/${brandRuns.data[0].promptId}`];
  });

  /** Presses at random places of each chart, and expects the day of each. */
  const pressSome = async ({ page, complaints, show }: Visit, pressAt: PressAt) => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    for (const [turn, path] of paths.entries()) {
      await show(`/${path}?${view}`);
      for (const each of fc.sample(press, { seed: seed + turn, numRuns: rounds })) {
        const place = await placeOf(page.locator('.u-over').first(), each);
        await pressAt(page, place, each.isShaky);
        await page.waitForURL(/\/answers\?/).catch(() => {});
        const { pathname, searchParams } = new URL(page.url());
        const what = `${path || 'overview'}, seed ${seed}: ${JSON.stringify(each)}`;
        expect([pathname, searchParams.get('day')], what).toEqual(['/answers', addDays(firstDay, each.day)]);
        await page.goBack();
        await settle(page);
      }
    }
    expect(complaints).toEqual([]);
  };

  it.each([1440, 390])(
    'opens the day nearest to a click, %i pixels wide',
    { timeout: 600_000 * rounds },
    async (width) => {
      await using visit = await site.open(null, { width });
      await pressSome(visit, async (page, { x, y }, isShaky) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        if (isShaky) await page.mouse.move(x, y + 1);
        await page.mouse.up();
      });
    },
  );

  it('shows the day nearest to a tap, then opens it', { timeout: 600_000 * rounds }, async () => {
    await using visit = await site.open(null, { width: 390, touch: true });
    await pressSome(visit, async (page, { x, y }) => {
      const before = page.url();
      await page.touchscreen.tap(x, y);
      const tooltip = page.locator('.tooltip');
      await tooltip.waitFor();
      expect(await tooltip.textContent()).toMatch(/Tap again to read|No answers/);
      expect(page.url()).toBe(before);
      await page.touchscreen.tap(x, y);
    });
  });

  it('has no line of a window that it is not compared with', async () => {
    const before = { from: addDays(lastDay, -6), to: addDays(lastDay, -4) };
    const next = { from: addDays(lastDay, -5), to: addDays(lastDay, -3) };
    await using visit = await site.open(
      `/?brand=${brand}&${site.last(3).view}&by=day&compare=${before.from}..${before.to}`,
    );
    const { page } = visit;
    const legend = () => page.textContent('#trend .legend');
    await settle(page);
    expect(await legend()).toContain(`Dashed line: ${dayRange(before)}`);
    const { opened: arrived, open: arrive } = gate();
    await page.route('**/graphql', async (route) => {
      const { query = '', variables = {} } = route.request().postDataJSON() ?? {};
      if (query.includes('query Trend') && variables.start.startsWith(next.from)) await arrived;
      await route.continue();
    });
    await page.fill('#compare-from', next.from);
    await page.fill('#compare-to', next.to);
    await page.click('.custom:has(#compare-from) .button');
    await page.waitForSelector('.tiles:not([aria-busy=true])');
    await page.waitForURL(new RegExp(next.from));
    expect(await legend()).not.toContain('Dashed line');
    arrive();
    await expect.poll(legend).toContain(`Dashed line: ${dayRange(next)}`);
  });

  it('keeps its axis with its lines until those of another window are there', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    for (const path of paths) {
      await visit.show(`/${path}?${view}`);
      const chart = page.locator('[role=slider]').first();
      const shown = () => Promise.all(['aria-valuemax', 'aria-valuetext'].map((name) => chart.getAttribute(name)));
      const before = await shown();
      const release = await hold(page, '**/graphql');
      await page.selectOption('#filter-period', '90');
      await page.waitForSelector('.card-body.waiting [role=slider]');
      expect(await shown(), path).toEqual(before);
      release();
      await settle(page);
      expect(await shown(), path).not.toEqual(before);
      await page.unroute('**/graphql');
    }
  });

  it('name what is drawn in them, and have labels where these fit', async () => {
    for (const [width, isLabelled] of [
      [1440, true],
      [390, false],
    ] as const) {
      await using visit = await site.settled(`/?${week}&metric=visibility`, { width });
      const { page } = visit;
      const legend = page.locator('.legend');
      expect(await legend.textContent()).toMatch(/^Dashed line: .* – .* · Shaded: 95% interval/);
      await visit.show(`/?${week}&metric=position&compare=none`);
      expect(await legend.textContent()).not.toMatch(/Dashed|Shaded|answers/);
      await visit.show(`/competitors?${week}`);
      const [box, plot] = await Promise.all(['.plot-box', '.u-over'].map((part) => page.locator(part).boundingBox()));
      expect((box?.width ?? 0) - (plot?.width ?? 0) > 100).toBe(isLabelled);
    }
  });

  it('say why a line has a gap', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    for (const path of ['', '?metric=sentiment', 'competitors']) {
      await visit.show(at(path, view));
      const chart = page.locator('[role=slider]').first();
      await chart.focus();
      await page.keyboard.press('Home');
      expect(await chart.getAttribute('aria-valuetext'), path).toMatch(/No (answers|assessed mentions)/);
    }
  });

  it('show what happened on a day, and on each day that it lasted', async () => {
    const [first, second] = [addDays(firstDay, 9), addDays(firstDay, 12)];
    const records = [
      { type: 'annotation', id: 'a', brandId: brand, at: `${first}T08:00:00Z`, text: 'New pricing page' },
      {
        type: 'annotation',
        id: 'b',
        brandId: brand,
        at: `${first}T00:00:00Z`,
        until: `${second}T00:00:00Z`,
        text: 'A fair',
      },
    ];
    const { status } = await fetch(`${site.url}/api/v1/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${adminKey}` },
      body: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    });
    expect(status).toBe(200);
    await using visit = await site.open(null);
    const { page } = visit;
    for (const path of paths) {
      await visit.show(`/${path}?${view}`);
      const chart = page.locator('[role=slider]').first();
      const box = await chart.locator('.u-over').boundingBox();
      if (!box) throw new Error('The chart cannot be seen.');
      const notesOf = async (day: number) => {
        await page.mouse.move(box.x + (box.width * (day + 0.5)) / days, box.y + box.height / 2);
        await drawn(page);
        const lines = await chart.locator('.tooltip span').allTextContents();
        return lines.filter((line) => line.startsWith('Note: '));
      };
      expect(await notesOf(9), path).toEqual(['Note: A fair', 'Note: New pricing page']);
      expect(await notesOf(11), path).toEqual(['Note: A fair']);
      expect(await notesOf(12), path).toEqual([]);
      expect(await notesOf(8), path).toEqual([]);
      const listed = page.locator('.notes li');
      expect(await listed.count(), path).toBe(2);
      expect(await listed.last().textContent(), path).toContain('New pricing page');
      await listed.last().locator('a').click();
      await page.waitForURL(new RegExp(`from=${first}&to=${addDays(firstDay, days - 1)}`));
      await settle(page);
      const before = dayRange({ from: addDays(first, 9 - days), to: addDays(first, -1) });
      await expect.poll(() => page.textContent('.interval-note')).toContain(before);
      await page.goBack();
      await settle(page);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/notes-${paths.indexOf(path)}.png` });
    }
    expect(visit.complaints).toEqual([]);
  });
});
