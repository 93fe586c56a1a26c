// Files of cards, and what is said of them: a part of a list is called a part, and has the rows that are shown.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgeDatabase, edgeWindow } from './brands.js';
import { at, hasChromium, reason, saveFile, sharedSite } from './browser.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';
import { hold, settle, type Visit } from './visit.js';

const prompt = id(20, 0);
/** The places, from the newest on, of the answers to the prompt that name the brand. */
const naming = [120, 150, 230];
const hosts = ['brand.example', 'www.brand.example', 'shop.brand.example', 'mybrand.example'];

const run = (index: number) =>
  answerOf(prompt, id(21, index), Date.UTC(2026, 2, 20) - index * 3_600_000, {
    brandMentioned: naming.includes(index),
    citations: hosts.map((host) => ({ url: `https://${host}/${index % 3}` })),
  });

const listCards = 'main :is(#prompts, #domains, #pages, #searches, #answers)';
const lists = [
  ['prompts', 500],
  ['sources', 131],
  ['sources?tab=pages', 501],
  ['searches', 50],
  ['answers', 500],
] as const;

describe.skipIf(!hasChromium)(`files of cards${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordWhole(db, [
      brandOf('long', 'Long', ['brand.example']),
      promptOf('long', prompt, 'asked often', ['eu', 'two words']),
      ...Array.from({ length: 250 }, (_, index) => run(index)),
    ]);
  }, edgeDatabase);
  let visit: Visit;
  beforeAll(async () => {
    visit = await site.open(null);
  });
  afterAll(() => visit[Symbol.asyncDispose]());

  const open = (path: string, brand: string) => visit.show(at(path, `brand=${brand}&${edgeWindow}`));

  it.each(lists)('say that they have a page of a list: /%s', async (path, total) => {
    await open(path, 'big');
    const { name, label, rows } = await saved(visit.page);
    expect(rows).toHaveLength(20);
    expect(name).toMatch(new RegExp(`-20-of-${total}\\.csv$`));
    expect(label).toMatch(/20 rows shown of/);
  });

  it.each([
    ['prompts?page=2', 'big', 'prompts-page-2-20-of-500'],
    [
      'prompts?page=2&tag=branded&outcome=MENTIONED&search=prompt 1',
      'big',
      'branded-MENTIONED-prompt-1-prompts-page-2-',
    ],
    ['sources?model=chatgpt&category=OWN', 'big', 'chatgpt-OWN-domains'],
    ['sources?category=NOBODY&page=none', 'big', 'domains-20-of-131'],
    ['sources?tab=pages&outcome=GAP&category=OTHER&page=3', 'big', 'GAP-OTHER-pages-page-3-20-of-'],
    [
      `answers?prompt=${prompt}&outcome=MENTIONED&day=2026-03-15`,
      'long',
      `${prompt}-MENTIONED-2026-03-15-2026-03-15-answers`,
    ],
    [`prompts/${prompt}?model=chatgpt`, 'long', `chatgpt-${prompt}-answers-10-of-250`],
  ] as const)('are named after what is shown: %s of %s', async (path, brand, end) => {
    await open(path, brand);
    // A prompt has its sources above its answers.
    const card = path.startsWith('prompts/') ? 'main #answers' : listCards;
    const { name } = await saved(visit.page, card);
    expect(name.startsWith(`${brand}-2026-03-01-2026-03-30-${end}`), name).toBe(true);
    const [png] = await Promise.all([visit.page.waitForEvent('download'), saveFile(visit.page, card, 'PNG')]);
    expect(png.suggestedFilename()).toBe(name.replace(/(-\d+-of-\d+)?\.csv$/, '.png'));
  });

  it.each([
    ['sources?category=OWN', 'Cited own domains'],
    ['sources?category=COMPETITOR&outcome=GAP', 'Competitor domains cited where competitors win'],
    ['sources?category=OTHER&tab=pages&search=page', 'Cited other pages whose address contains “page”'],
    ['sources?outcome=GAP', 'Domains cited where competitors win'],
  ])('have the heading of their list, which names the category: /%s', async (path, title) => {
    await open(path, 'big');
    await expect.poll(() => visit.page.textContent('main :is(#domains-title, #pages-title)')).toBe(title);
  });

  it.each([
    ['prompts', 500],
    ['sources?category=OTHER', 130],
    ['sources?tab=pages&search=page', 500],
    ['searches', 50],
  ])('are of a list that says where it ends, and leads to its first page: /%s', async (path, total) => {
    await open(`${path}${path.includes('?') ? '&' : '?'}page=99`, 'big');
    const { page } = visit;
    await page.waitForSelector('main .empty');
    expect(await page.textContent('main .empty')).toBe('The list ends before page 99. Show its first page');
    await page.click('main .empty a');
    await expect.poll(() => page.textContent('.pager-count')).toContain(`1–20 of ${total} `);
    expect(new URL(page.url()).search).toContain(path.split('?')[1] ?? '');
  });

  it('say that the overview has the first of many prompts', async () => {
    await open('', 'big');
    const { name, label, rows } = await saved(visit.page, '#gaps');
    expect(rows).toHaveLength(3);
    expect(name).toMatch(/-3-of-500\.csv$/);
    expect(label).toMatch(/3 rows shown of/);
  });

  it('have a list that is whole without a word on parts', async () => {
    await open('searches?search=thing+49', 'big');
    const { name, label, rows } = await saved(visit.page);
    expect(rows).toHaveLength(1);
    expect(name).toMatch(/-searches\.csv$/);
    expect(label).not.toContain('shown');
  });

  it('have the older answers that are shown', async () => {
    await open('answers', 'long');
    for (const shown of [20, 40, 60]) {
      await expect.poll(() => visit.page.locator('.answer-item').count()).toBe(shown);
      const { name, label, rows } = await saved(visit.page);
      expect(rows).toHaveLength(shown);
      expect(new Set(rows.map((row) => row.split(',')[3])).size).toBe(shown);
      expect(name).toMatch(new RegExp(`-answers-${shown}-of-250\\.csv$`));
      expect(label).toContain(`${shown} rows shown of`);
      await visit.page.click('.more-answers');
    }
  });

  it('are not offered of the figures before while those of the view are on their way', async () => {
    await open('prompts', 'big');
    const { page } = visit;
    const before = await saved(page);
    const arrive = await hold(page, '**/graphql');
    await page.selectOption('#filter-model', 'chatgpt');
    await page.waitForSelector('#prompts .waiting tbody tr');
    expect(await page.isVisible('#prompts .tools summary')).toBe(false);
    arrive();
    const { name, rows } = await saved(page);
    await page.unroute('**/graphql');
    expect(name).toMatch(/-chatgpt-prompts-20-of-167\.csv$/);
    expect(rows).not.toEqual(before.rows);
  });

  it('have the picked answers of a prompt, and the title counts them', async () => {
    await open(`answers?prompt=${prompt}&outcome=MENTIONED`, 'long');
    const { page } = visit;
    const title = () => page.textContent('#answers-title');
    await expect.poll(title).toBe('3 answers');
    const whole = await saved(page);
    expect(whole.name).toMatch(/-answers\.csv$/);
    expect(whole.label).not.toContain('shown');
    expect(whole.rows.map(idOf)).toEqual(naming.map((index) => id(21, index)));
    await page.check('input[value=ABSENT]', { force: true });
    await expect.poll(title).toBe('247 answers');
    const part = await saved(page);
    expect(part.rows).toHaveLength(20);
    expect(part.name).toMatch(/-answers-20-of-247\.csv$/);
  });

  it('have tags that can be told apart', async () => {
    await open('prompts', 'long');
    const { rows } = await saved(visit.page);
    expect(rows[0]).toContain('eu; two words');
  });

  it('are of a search that is named as one where a domain leads to pages', async () => {
    await open('sources', 'long');
    const { page } = visit;
    const link = page.locator('#domains tbody a', { hasText: /^brand\.example$/ });
    const words = 'ages whose address contains “brand.example”';
    expect(await link.getAttribute('title')).toContain(words);
    await link.click();
    await page.waitForSelector('#pages tbody');
    expect(await page.textContent('#pages-title')).toContain(words);
    await expect.poll(() => page.textContent('.pager-count')).toBe('12 pages');
    await page.check('input[value=domains]', { force: true });
    await page.waitForSelector('#domains tbody');
    expect(await page.textContent('#domains-title')).toContain('omains whose name contains “brand.example”');
    await expect.poll(() => page.textContent('.pager-count')).toBe('3 domains');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.fill('.search-field', 'a'.repeat(200));
    await expect.poll(() => page.textContent('#domains-title')).toContain('aaa');
    for (const element of ['documentElement', 'querySelector("#domains-title")'])
      expect(await page.evaluate(`document.${element}.scrollWidth > document.${element}.clientWidth`)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

const idOf = (row: string) => row.split(',')[3];

/** Saves a card, once the page has its figures. */
async function saved(page: Page, card = listCards) {
  await settle(page);
  const button = page.locator(`${card} [aria-label^=CSV]`).first();
  const [download] = await Promise.all([page.waitForEvent('download'), saveFile(page, card, 'CSV')]);
  const [, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  const [title, label] = await Promise.all(['title', 'aria-label'].map((name) => button.getAttribute(name)));
  expect(label?.toLowerCase()).toContain(title?.replaceAll(/[“”]/g, '').toLowerCase());
  return { name: download.suggestedFilename(), label: label ?? '', rows };
}
