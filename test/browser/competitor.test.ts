// Why a competitor wins, in two clicks from the overview: each figure is that of the answers themselves.

import { describe, expect, it } from 'vitest';
import { hasChromium, openSite, reason, sharedSite } from './browser.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';
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
  const site = sharedSite();

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
    await using visit = await site.settled(`/competitors?brand=${brand}&${site.last(1).view}`);
    const { page } = visit;
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
    ['Nope', 'No tracked competitor of Haldenfjell has this name, and no answer of this window names it.'],
    ['Haldenfjell', 'This is the brand itself.'],
  ])('says that there is none of %s', async (company, why) => {
    await using visit = await site.open(`/competitors/${company}?brand=${brand}&${site.last(days).view}`);
    await expect.poll(() => visit.page.textContent('.lead')).toBe(`${why} All competitors`);
    expect(await visit.page.locator('.card').count()).toBe(0);
  });

  it('says to which prompts, by which models, with which sources and after which searches it is named without us', async () => {
    await using visit = await site.settled(`/?brand=${brand}&${site.last(days).view}`);
    const { page } = visit;
    await page.click('nav >> text=Competitors');
    await settle(page);
    const link = page.locator('#standings tbody th a').first();
    const company = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForSelector(`h1:has-text("${company}")`);
    await page.waitForSelector('#lost-queries');
    await settle(page);
    const { from, to } = site.last(days);
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(brandId: "${brand}", from: "${from}", to: "${to}") {
        breakdown(by: [COMPANY]) { data { key { company } change { difference } } }
      } }`,
    );
    type Group = { readonly key: { readonly company: string }; readonly change: { readonly difference: number } };
    const group = brandAnalytics.breakdown.data.find(({ key }: Group) => key.company === company);
    expect(await page.getAttribute('#named .change', 'title')).toBe(String(group.change.difference));
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

  it('is counted by its sources over many years', async () => {
    await using visit = await site.settled(`/competitors?brand=${brand}&days=1826`);
    await visit.page.locator('#standings tbody th a').first().click();
    await visit.page.waitForSelector('#lost-queries');
    await settle(visit.page);
    expect(await visit.page.locator('main [role=alert]').count()).toBe(0);
    expect(await visit.page.locator('#lost-sources tbody tr').count()).toBeGreaterThan(0);
  });
});

/** Each of 30 prompts is answered twice with 40 names, and the first once more with one that no other answer has. */
const names = Array.from({ length: 40 }, (_, index) => `Name ${index}`);
const prompts = Array.from({ length: 30 }, (_, index) =>
  promptOf('crowded', id(90, index), `which one is it ${index}`),
);
const answer = (index: number, competitorsMentioned: readonly string[]) =>
  answerOf(id(90, index % 30), id(91, index), Date.UTC(2026, 2, 15, 8, index), {
    brandMentioned: false,
    competitorsMentioned,
    citations: [],
  });

describe.skipIf(!hasChromium)(`a company that is seldom named among very many${reason}`, () => {
  it('has the prompts of its answers, and is said to cite nothing where it does not', async () => {
    await using site = await openSite(async (db) => {
      await recordWhole(db, [
        { type: 'organization', id: 'acme', name: 'Acme Inc.' },
        brandOf('crowded', 'Crowded'),
        ...prompts,
        ...Array.from({ length: 60 }, (_, index) => answer(index, names)),
        answer(60, ['Rare']),
      ]);
    });
    await using visit = await site.open(`/competitors/Rare?brand=crowded&from=2026-03-11&to=2026-03-20`);
    const { page } = visit;
    await page.waitForSelector('#lost-queries');
    await settle(page);
    expect(await page.locator('#lost-prompts tbody th').allTextContents()).toEqual(['which one is it 0']);
    expect(await page.locator('#lost-models tbody th').count()).toBe(1);
    expect(await page.textContent('#lost-sources .empty')).toBe('None of these answers cites a source.');
    expect(await page.textContent('#lost-queries .empty')).toBe('None of these answers has a web query.');
    expect(visit.complaints).toEqual([]);
  });
});
