// The questions that an analyst brings to the dashboard: each is answered in at most two clicks from the overview, with the figures of the API.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, reason, saveFile, sharedSite } from './browser.js';
import { settle, type Visit } from './visit.js';

const brand = 'haldenfjell';
/** The window before it has answers too. */
const days = 5;

const percents = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

describe.skipIf(!hasChromium)(`from the overview it takes at most two clicks to see${reason}`, () => {
  const site = sharedSite();
  let visit: Visit;
  beforeAll(async () => {
    visit = await site.open(null);
  });
  afterAll(() => visit[Symbol.asyncDispose]());

  const analytics = async (fields: string) => {
    const { from, to } = site.last(days);
    const range = `brandId: "${brand}", from: "${from}", to: "${to}"`;
    const { brandAnalytics, brandRuns } = await site.ask(
      `{ brandAnalytics(${range}) { ${fields} } brandRuns(${range}, outcome: GAP, limit: 1) { total data { answer { text } } } }`,
    );
    return { ...brandAnalytics, gaps: brandRuns };
  };
  const overview = () => visit.show(`/?brand=${brand}&${site.last(days).view}`);

  it('how visible we are', async () => {
    await overview();
    const { visibility } = await analytics('visibility { current runs mentions robustInterval { low high } }');
    const tile = visit.page.locator('#figure-visibility');
    expect(await tile.locator('.value').getAttribute('title')).toBe(String(visibility.current));
    expect(await tile.textContent()).toContain(`${visibility.mentions} of ${visibility.runs} answers`);
    const [low, high] = [visibility.robustInterval.low, visibility.robustInterval.high].map(percents.format);
    expect(await tile.textContent()).toContain(`${low?.replace('%', '')}–${high}`);
    await tile.locator('a').click();
    await expect.poll(() => visit.page.textContent('main h2')).toContain(`${visibility.mentions} answers`);
  });

  it('against whom', async () => {
    await overview();
    const { shareOfVoice } = await analytics('shareOfVoice { entries { name share mentions } }');
    const names = shareOfVoice.entries.map(({ name }: { name: string }) => name);
    expect(await visit.page.locator('#companies .bar-name').allTextContents()).toEqual(names);
    await visit.page.click('#companies footer a');
    await settle(visit.page);
    const rows = visit.page.locator('#standings tbody tr');
    expect(await rows.locator('th').allTextContents()).toEqual(names);
    for (const [index, { share, mentions }] of shareOfVoice.entries.entries()) {
      expect(await rows.nth(index).textContent()).toContain(percents.format(share));
      expect(await rows.nth(index).locator('td a.under').textContent()).toContain(`${mentions} of`);
    }
  });

  it('on which model', async () => {
    await overview();
    const { models } = await analytics('models { label visibility entries { name mentions } runs }');
    const bars = visit.page.locator('#models .bars');
    const [labels, texts] = [
      await bars.locator('.bar-name').allTextContents(),
      await bars.locator('.bar-figure').allTextContents(),
    ];
    const shown = Object.fromEntries(labels.map((label, index) => [label, texts[index]]));
    const expected = models.map((each: { label: string; visibility: number }) => [
      each.label,
      percents.format(each.visibility),
    ]);
    expect(shown).toEqual(Object.fromEntries(expected));
    await visit.page.click('#models footer a');
    await settle(visit.page);
    const [first] = models;
    expect(await visit.page.locator('#company-models thead th').first().textContent()).toBe(
      `${first.label} (${first.runs})`,
    );
  });

  it('whether we are trending', async () => {
    await overview();
    const { visibility } = await analytics('visibility { series { date visibility runs mentions } }');
    const [download] = await Promise.all([visit.page.waitForEvent('download'), saveFile(visit.page, '#trend', 'CSV')]);
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    const seen = lines.map((line) => line.split(',')).map(([date, value]) => [date, value]);
    const expected = visibility.series.map((each: { date: string; visibility: number | null }) => [
      each.date,
      String(each.visibility ?? ''),
    ]);
    expect(seen).toEqual(expected);
    const chart = visit.page.locator('#trend [role=slider]');
    await chart.focus();
    await visit.page.keyboard.press('End');
    const last = visibility.series.at(-1);
    if (last.runs > 0) expect(await chart.getAttribute('aria-valuetext')).toContain(percents.format(last.visibility));
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(new RegExp(`/answers.*day=${last.date}`));
    await expect.poll(() => visit.page.textContent('main h2')).toMatch(new RegExp(`^${last.runs || 'No'} `));
  });

  it('whether the change is significant', async () => {
    await overview();
    const { change } = await analytics(
      'change { visibility { difference low high isSignificant } shareOfVoice { difference low high isSignificant } }',
    );
    for (const [tile, { difference, low, high, isSignificant }] of [
      ['visibility', change.visibility],
      ['share', change.shareOfVoice],
    ] as const) {
      const element = visit.page.locator(`#figure-${tile} .change`);
      const moods = (await element.getAttribute('class'))?.split(' ') ?? [];
      expect(moods.includes('better')).toBe(isSignificant === true && difference > 0);
      expect(moods.includes('worse')).toBe(isSignificant === true && difference < 0);
      const verdict = isSignificant ? 'more than chance' : 'no clear change';
      expect(await element.textContent()).toMatch(
        new RegExp(`[+−±]${Math.abs(100 * difference).toFixed(1)} pts, ${verdict}$`),
      );
      const range = await visit.page.locator(`#figure-${tile} .change + .basis`).textContent();
      for (const bound of [low, high]) expect(range).toContain(Math.abs(100 * bound).toFixed(1));
    }
  });

  it('who gains', async () => {
    await overview();
    const { breakdown } = await analytics(
      'breakdown(by: [COMPANY], orderBy: SHARE) { data { key { company } change { difference isSignificant } } }',
    );
    await visit.page.click('nav >> text=Competitors');
    await settle(visit.page);
    const names = await visit.page.locator('#standings tbody th').allTextContents();
    const changes = visit.page.locator('#standings tbody td[data-label="Change of visibility"]');
    expect(names.length).toBe(breakdown.data.length);
    for (const { key, change } of breakdown.data) {
      const cell = changes.nth(names.indexOf(key.company));
      expect(await cell.locator('.change').getAttribute('title'), key.company).toBe(String(change.difference));
      const verdicts = { true: 'more than chance', false: 'no clear change', null: 'not tested' };
      expect(await cell.textContent()).toContain(verdicts[String(change.isSignificant) as keyof typeof verdicts]); // safe because it is one of three
    }
  });

  it('on which tags we are seen, and since when', async () => {
    await overview();
    const { breakdown } = await analytics(
      'breakdown(by: [TAG]) { data { key { tag } runs mentions change { difference } } }',
    );
    await visit.page.click('nav >> text=Breakdowns');
    await visit.page.selectOption('#rows', 'TAG');
    await visit.page.waitForURL(/rows=TAG/);
    await settle(visit.page);
    const rows = visit.page.locator('#breakdown tbody tr');
    expect(await rows.count()).toBe(breakdown.data.length);
    for (const [index, { key, runs, mentions, change }] of breakdown.data.entries()) {
      const row = rows.nth(index);
      expect(await row.locator('th').textContent()).toBe(key.tag);
      expect(await row.locator('td a').first().getAttribute('title')).toContain(`${mentions} of ${runs} answers`);
      expect(await row.locator('.change').getAttribute('title')).toBe(String(change.difference));
    }
  });

  it('what changed beyond chance, and what is new', async () => {
    await overview();
    const { signals, change } = await analytics(
      'change { visibility { isSignificant } } signals { tested total data { subject { prompt company domain } } }',
    );
    const headline = await visit.page.textContent('.headline');
    // A change of the visibility that is more than chance is said, whether or not one of its parts is a signal.
    if (signals.total > 0 || change.visibility.isSignificant) expect(headline).toContain(`${signals.total} signal`);
    else expect(headline).toContain(`no signal among ${signals.tested} changes tested`);
    await visit.page.click('.headline a[href^="/signals"]');
    await settle(visit.page);
    const text = await visit.page.textContent('#signals');
    expect(text).toContain(`of ${signals.tested} changes tested`);
    for (const { subject } of signals.data)
      for (const name of Object.values(subject)) if (name) expect(text).toContain(name);
  });

  it('what models search for', async () => {
    await overview();
    const { queryFanout } = await analytics('queryFanout { data { query runs } }');
    await visit.page.click('nav >> text=Searches');
    await settle(visit.page);
    const rows = visit.page.locator('#searches tbody tr');
    for (const [index, { query, runs }] of queryFanout.data.entries()) {
      expect(await rows.nth(index).locator('th').textContent()).toContain(query);
      expect(await rows.nth(index).locator('td a').first().textContent()).toBe(String(runs));
    }
  });

  it('on which prompts we lose, and to whom', async () => {
    await overview();
    const { promptPerformance } = await analytics(
      'promptPerformance(orderBy: GAP, direction: DESC) { data { prompt leader { name mentions } } }',
    );
    await visit.page.click('#gaps >> text=All prompts by gap');
    await settle(visit.page);
    const rows = visit.page.locator('#prompts tbody tr');
    for (const [index, { prompt, leader }] of promptPerformance.data.slice(0, 3).entries()) {
      expect(await rows.nth(index).textContent()).toContain(prompt);
      expect(await rows.nth(index).textContent()).toContain(leader.name);
    }
  });

  it('which sources are cited when competitors win', async () => {
    await overview();
    const { citedDomains } = await analytics('citedDomains(outcome: GAP) { data { domain citations } }');
    await visit.page.click('#gaps >> text=All sources cited where others win');
    await settle(visit.page);
    const rows = visit.page.locator('main .data-table').first().locator('tbody tr');
    for (const [index, { domain, citations }] of citedDomains.data.slice(0, 5).entries()) {
      expect(await rows.nth(index).textContent()).toContain(domain);
      expect(await rows.nth(index).textContent()).toContain(String(citations));
    }
  });

  it('what the answers say', async () => {
    await overview();
    const { gaps } = await analytics('brandId');
    expect(await visit.page.textContent('#gaps')).toContain(`${gaps.total} of`);
    await visit.page.click('text=Read these answers');
    await expect.poll(() => visit.page.textContent('main h2')).toContain(`${gaps.total} answer`);
    await visit.page.locator('.answer-head a').first().click();
    await visit.page.waitForSelector('.answer-body');
    const words = (text: string) => text.match(/\p{L}+/gu)?.slice(0, 12);
    expect(words((await visit.page.textContent('.answer-body .markdown')) ?? '')).toEqual(
      words(gaps.data[0].answer.text),
    );
    expect(visit.requested.filter((url) => !url.startsWith(site.url))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });
});
