// Answers as a workspace: from one to the next of its list by keys and links, and what is different from the answer before.

import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';
import { linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';
import { settle } from './visit.js';

const view = `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`;

const asked = id(33, 0);
/** Of one model to one prompt, from the newest back: an hour apart, then many of one quarter of an hour. */
const askedRuns = [
  { market: 'DE' },
  { market: 'US' },
  { market: 'DE', provider: 'another' },
  { market: 'DE', webSearchEnabled: true },
  {},
  { market: 'DE' },
  {},
  ...Array(30).fill({ market: 'FR' }),
].map((rest, index) => {
  const at = Date.UTC(2026, 2, 20, 12) - Math.min(index, 7) * 3_600_000 - index * 1_000;
  return answerOf(asked, id(34, index), at, { brandMentioned: false, citations: [], ...rest });
});

async function recordAsked(db: Database): Promise<void> {
  await recordWhole(db, [brandOf('asked', 'Asked'), promptOf('asked', asked, 'asked everywhere'), ...askedRuns]);
}

describe.skipIf(!hasChromium)(`an answer${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordLinkedBrand(db);
    await recordAsked(db);
  });

  it('leads to those beside it in the list that it was opened from, and to no other', async () => {
    const { brandRuns } = await site.ask(
      `{ brandRuns(brandId: "${linkedBrand}", from: "${linkedDays.from}", to: "${linkedDays.to}", outcome: GAP, domain: "example.com") { data { id } } }`,
    );
    const ids = brandRuns.data.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(2);
    await using visit = await site.settled(`/answers?${view}&outcome=GAP&domain=example.com`);
    const { page } = visit;
    await page.locator('.answer-head a').first().click();
    const at = async (index: number) => {
      await page.waitForURL(new RegExp(`/answers/[^/]+/${ids[index]}\\?`));
      await settle(page);
      await page.waitForSelector('.beside a');
    };
    await at(0);
    expect(await page.locator('.beside a').count()).toBe(1);
    expect(await page.locator('.beside kbd:visible').allTextContents()).toEqual(['J']);
    for (const index of [1, 2]) {
      await page.keyboard.press('j');
      await at(index);
    }
    await page.keyboard.press('k');
    await at(1);
    await page.click('.beside a:has-text("Newer")');
    await at(0);
    for (const index of ids.slice(1).keys()) {
      await page.keyboard.press('j');
      await at(index + 1);
    }
    expect(await page.locator('.beside a').count()).toBe(1);
    await page.keyboard.press('j');
    await at(ids.length - 1);
    expect(await barriers(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('is selected by what it cites and was searched for, and has its text beside its sources', async () => {
    await using visit = await site.settled(`/answers?${view}`);
    const { page } = visit;
    await page.fill('#filter-domain', 'example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(/domain=example\.com/);
    await settle(page);
    await page.fill('#filter-query', 'crm 1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/query=crm/);
    await settle(page);
    const { brandRuns } = await site.ask(
      `{ brandRuns(brandId: "${linkedBrand}", from: "${linkedDays.from}", to: "${linkedDays.to}", domain: "example.com", query: "crm 1") { total } }`,
    );
    expect(await page.textContent('#answers-title')).toMatch(new RegExp(`^${brandRuns.total} answer`));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.answer-head a').first().click();
    await page.waitForSelector('.citations');
    const [text, sources] = [await page.locator('#answer').boundingBox(), await page.locator('#cited').boundingBox()];
    expect(sources?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
    expect(visit.complaints).toEqual([]);
  });

  it('is found by a part of its text and by what it says of a company, and shows what was searched for', async () => {
    await using visit = await site.open(`/answers?${view}`);
    const { page } = visit;
    const totalOf = async (filters: string) => {
      const days = `from: "${linkedDays.from}", to: "${linkedDays.to}"`;
      return (await site.ask(`{ brandRuns(brandId: "${linkedBrand}", ${days}, ${filters}) { total } }`)).brandRuns
        .total;
    };
    const isTitled = (total: number) =>
      expect.poll(() => page.textContent('#answers-title')).toMatch(new RegExp(`^${total} answers?$`));
    await settle(page);
    await page.fill('.search-field', 'GLOBEX cl');
    await page.waitForURL(/search=GLOBEX/);
    const found = await totalOf('search: "globex CL"');
    await isTitled(found);
    expect(await page.locator('.answer-item mark.found').first().textContent()).toMatch(/^globex cl$/i);
    await page.selectOption('#filter-sentiment', 'POSITIVE');
    await page.waitForURL(/sentiment=POSITIVE/);
    const positive = await totalOf('search: "globex CL", sentiment: POSITIVE');
    await isTitled(positive);
    expect([positive > 0, found > positive]).toEqual([true, true]);
    expect(await barriers(page)).toEqual([]);
    await page.locator('.answer-head a').first().click();
    await page.waitForSelector('#answer mark.found');
    await visit.show(`/answers?${view}&search=nothing+says+this`);
    await expect.poll(() => page.textContent('#answers .empty')).toContain('No answer');
    expect(visit.complaints).toEqual([]);
  });

  it('is one of a list that is as long as it was left, and of the brand that is chosen', async () => {
    await using visit = await site.open(`/answers?brand=${linkedBrand}&from=2026-01-01&to=${linkedDays.to}`);
    const { page } = visit;
    const count = () => page.locator('.answer-item').count();
    await settle(page);
    await page.click('.more-answers');
    await expect.poll(count).toBeGreaterThan(20);
    const listed = await count();
    await page.locator('.answer-head a').last().click();
    await page.waitForSelector('#answer');
    await page.goBack();
    await expect.poll(count).toBe(listed);
    await settle(page);
    await page.fill('#filter-company', 'glob');
    await page.keyboard.press('Enter');
    await page.waitForURL(/company=Globex/);
    const others = await page
      .locator('#brand option')
      .evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    const other = others.find((id) => id !== linkedBrand) ?? '';
    await page.selectOption('#brand', other);
    await page.waitForURL(new RegExp(`brand=${other}`));
    expect(new URL(page.url()).searchParams.get('company')).toBe(null);
    expect(visit.complaints).toEqual([]);
  });

  it('says what is different from the one before of its model and prompt', async () => {
    const fields = 'id promptId model brandMentioned competitorsMentioned citations { domain }';
    const { brandRuns } = await site.ask(
      `{ brandRuns(brandId: "${linkedBrand}", from: "2026-01-01", to: "${linkedDays.to}", limit: 100) { data { ${fields} } } }`,
    );
    const [answer] = brandRuns.data;
    const alike = brandRuns.data.filter(
      ({ promptId, model }: typeof answer) => promptId === answer.promptId && model === answer.model,
    );
    const [, before] = alike;
    await using visit = await site.settled(
      `/answers/${answer.promptId}/${answer.id}?${view}&prompt=${answer.promptId}`,
    );
    const { page } = visit;
    const without = (these: readonly string[], others: readonly string[]) => [
      ...new Set(these.filter((each) => !others.includes(each))),
    ];
    const lists = [
      ['Newly names', without(answer.competitorsMentioned, before.competitorsMentioned)],
      ['No longer names', without(before.competitorsMentioned, answer.competitorsMentioned)],
    ] as const;
    const shown = await page.locator('.differences li').allTextContents();
    for (const [verb, names] of lists)
      expect(shown.includes(`${verb} ${names.join(', ')}`), `${verb}: ${shown}`).toBe(names.length > 0);
    const cited = (run: typeof answer) => run.citations.map(({ domain }: { domain: string }) => domain);
    const newly = without(cited(answer), cited(before));
    expect(shown.some((text) => text === `Newly cites ${newly.join(', ')}`)).toBe(newly.length > 0);
    await page.click('#since-before a');
    await page.waitForURL(new RegExp(before.id));
    expect(new URL(page.url()).searchParams.get('prompt')).toBe(answer.promptId);
    const first = alike.at(-1);
    await visit.show(`/answers/${first.promptId}/${first.id}?${view}`);
    expect(await page.textContent('#since-before .empty')).toContain('first answer');
    expect(visit.complaints).toEqual([]);
  });

  it('is compared with an earlier one alone, of its provider, market and web search', async () => {
    await using visit = await site.open('/');
    const { page } = visit;
    for (const [index, before] of [
      [0, 5],
      [4, 6],
      [7, 8],
      [1, null],
      [2, null],
      [3, null],
      [36, null],
    ] as const) {
      await visit.show(`/answers/${asked}/${id(34, index)}?brand=asked`);
      await page.waitForSelector('#since-before');
      const links = await page
        .locator('#since-before p a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      const expected = before === null ? [] : [expect.stringContaining(id(34, before))];
      expect(links, String(index)).toEqual(expected);
    }
    expect(await page.textContent('#since-before .empty')).toContain('None of the 20 answers');
  });
});
