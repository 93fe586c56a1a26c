// What is lost: domains and searches of the window compared with that this one has no more. They are listed whole, and lead to that window.

import { describe, expect, it } from 'vitest';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';
import { settle } from './visit.js';

const brand = 'losing';
const view = `brand=${brand}&from=2026-03-11&to=2026-03-20`;
/** The last is cited most: by every answer of the first ten days. */
const lost = Array.from({ length: 25 }, (_, index) => `lost-${index}.example`);

const runs = Array.from({ length: 100 }, (_, index) =>
  answerOf(id(80, 0), id(81, index), Date.UTC(2026, 2, index < 50 ? 5 : 15, 8, index), {
    brandMentioned: true,
    webQueries: [index < 50 ? 'an old question' : 'a new question'],
    citations: ['kept.example', ...(index < 50 ? [lost[index % 25], lost[24]] : [])].map((host) => ({
      url: `https://${host}/`,
    })),
  }),
);

describe.skipIf(!hasChromium)(`what is lost${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordWhole(db, [
      { type: 'organization', id: 'acme', name: 'Acme Inc.' },
      brandOf(brand, 'Losing'),
      promptOf(brand, id(80, 0), 'a question'),
      ...runs,
    ]);
  });

  it('is among the sources that moved most, and leads to the window that has it', async () => {
    await using visit = await site.settled(`/?${view}`);
    const { page } = visit;
    const first = page.locator('#moved-sources li').first();
    expect(await first.textContent()).toMatch(/^lost-24\.example−5252 → 0, /);
    await first.locator('a').click();
    await settle(page);
    expect(new URL(page.url()).searchParams.get('from')).toBe('2026-03-01');
    expect(await page.locator('#domains tbody th a:first-child').allTextContents()).toEqual(['lost-24.example']);
    expect(visit.complaints).toEqual([]);
  });

  it('is listed whole beside what is cited, and by itself in the order of what it was', async () => {
    await using visit = await site.settled(`/?${view}`);
    const { page } = visit;
    await page.click('#moved-sources footer a');
    await settle(page);
    expect(await page.textContent('main .pager-count')).toBe('1–20 of 26 domains');
    await page.click('.choice >> text="Lost"');
    await settle(page);
    expect(await page.textContent('main .pager-count')).toBe('1–20 of 25 domains');
    expect(await page.textContent('#domains h2')).toBe('Lost domains');
    expect(await page.textContent('#domains tbody tr')).toMatch(/lost-24\.example.*−52/);
    expect(await barriers(page)).toEqual([]);
    await page.locator('#domains tbody th a').first().click();
    await settle(page);
    expect(await page.textContent('#pages tbody tr')).toContain('lost-24.example');
    await visit.show(`/sources?${view}&presence=LOST&compare=none`);
    expect(await page.textContent('#domains h2')).toBe('Cited domains');
    expect(await page.locator('#domains tbody tr').count()).toBe(1);
    await visit.show(`/sources?brand=${brand}&from=2026-03-01&to=2026-03-10&presence=LOST`);
    expect(await page.textContent('#domains .empty')).toBe('The window compared with has no answers.');
    expect(visit.complaints).toEqual([]);
  });

  it('has the searches that no answer issued again, with the answers that did', async () => {
    await using visit = await site.settled(`/searches?${view}`);
    const { page } = visit;
    await page.click('.choice >> text="Lost"');
    await settle(page);
    const rows = page.locator('#searches tbody tr');
    expect(await rows.count()).toBe(1);
    expect(await rows.textContent()).toMatch(/^an old question\s*−50$/);
    await rows.locator('a').click();
    await settle(page);
    expect(await page.textContent('#answers-title')).toMatch(/^50 answers/);
  });
});
