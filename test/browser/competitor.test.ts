// Why a competitor wins, in two clicks from the overview: each figure is that of the answers themselves.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openSite, reason, type Site } from './browser.js';
import { settle } from './visit.js';

const brand = 'haldenfjell';
const days = 5;

interface Answer {
  readonly model: string;
  readonly webQueries: readonly string[];
  readonly citations: readonly { readonly domain: string }[];
  readonly prompt: { readonly text: string };
}

describe.skipIf(!hasChromium)(`the page of a competitor${reason}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  /** All answers that name it and not the brand. */
  const answersWithout = async (company: string): Promise<readonly Answer[]> => {
    const { from, to } = site.last(days);
    const selection = `brandId: "${brand}", from: "${from}", to: "${to}", company: "${company}", outcome: GAP`;
    const found: Answer[] = [];
    for (let after = ''; ; ) {
      const { brandRuns } = await site.ask(
        `{ brandRuns(${selection}, limit: 100${after}) { nextCursor data { model webQueries citations { domain } prompt { text } } } }`,
      );
      found.push(...brandRuns.data);
      if (brandRuns.nextCursor === null) return found;
      after = `, after: "${brandRuns.nextCursor}"`;
    }
  };

  it('is led to from a table whose rows are in the order of a column, those never named first', async () => {
    await using visit = await site.open(`/competitors?brand=${brand}&${site.last(1).view}`);
    const { page } = visit;
    await settle(page);
    const table = page.locator('#company-models');
    let zeros = 0;
    for (let column = 0; column < (await table.locator('thead th').count()); column++) {
      const sort = table.locator('thead th button').nth(column);
      await sort.click();
      await sort.click();
      const texts = await table.locator(`tbody tr td:nth-of-type(${column + 1})`).allTextContents();
      const shares = texts.map((text) => Number.parseFloat(text));
      expect(shares, texts.join()).toEqual([...shares].sort((one, other) => one - other));
      zeros += shares.filter((share) => share === 0).length;
    }
    expect(zeros).toBeGreaterThan(0);
  });

  it.each([
    ['Nope', 'No competitor of Haldenfjell has this name.'],
    ['Haldenfjell', 'This is the brand itself.'],
  ])('says that there is none of %s', async (company, why) => {
    await using visit = await site.open(`/competitors/${company}?brand=${brand}&${site.last(days).view}`);
    await expect.poll(() => visit.page.textContent('.lead')).toBe(`${why} All competitors`);
    expect(await visit.page.locator('.card').count()).toBe(0);
  });

  it('says to which prompts, by which models, with which sources and after which searches it is named without us', async () => {
    await using visit = await site.open(`/?brand=${brand}&${site.last(days).view}`);
    const { page } = visit;
    await settle(page);
    await page.click('nav >> text=Competitors');
    await settle(page);
    const link = page.locator('#standings tbody th a').first();
    const company = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForSelector(`h1:has-text("${company}")`);
    await page.waitForSelector('#lost-queries');
    await settle(page);
    const answers = await answersWithout(company);
    expect(answers.length).toBeGreaterThan(0);
    expect(await page.textContent('#named')).toContain(`${answers.length} do not`);
    const cards: Readonly<Record<string, (answer: Answer, text: string) => boolean>> = {
      prompts: ({ prompt }, text) => prompt.text === text,
      sources: ({ citations }, text) => citations.some(({ domain }) => domain === text),
      queries: ({ webQueries }, text) => webQueries.includes(text),
    };
    for (const [card, isOf] of Object.entries(cards)) {
      const rows = page.locator(`#lost-${card} tbody tr`);
      const count = await rows.count();
      expect(count, card).toBeGreaterThan(0);
      for (let index = 0; index < count; index++) {
        const text = (await rows.nth(index).locator('th').textContent()) ?? '';
        const expected = answers.filter((answer) => isOf(answer, text)).length;
        expect([text, await rows.nth(index).locator('td a').textContent()]).toEqual([text, String(expected)]);
      }
    }
    const models = await page.locator('#lost-models tbody td a').allTextContents();
    expect(models.reduce((sum, count) => sum + Number(count), 0)).toBe(answers.length);
    expect(await page.locator('.answer-item').first().textContent()).toContain(company);
    expect(visit.complaints).toEqual([]);
  });
});
