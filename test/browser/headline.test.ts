// The first sentence of the overview, of a brand that became more visible: by how much, with which answers most, and what else is a signal.

import { describe, expect, it } from 'vitest';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';
import { failQuery, settle } from './visit.js';

const brand = 'risen';
const prompts = Array.from({ length: 8 }, (_, index) => promptOf(brand, id(51, index), `question ${index}`));

/** On each of twenty days both models answer each prompt, one of them three times to the first; from the eleventh on most name the brand. */
const runs = Array.from({ length: 20 }, (_, day) =>
  prompts.flatMap((prompt, place) =>
    ['chatgpt', 'gemini', ...(place === 0 ? ['gemini', 'gemini'] : [])].map((model, turn) => {
      const isOften = (place + day + turn) % 5 !== 0;
      const runId = id(52, day * 100 + place * 10 + turn);
      return answerOf(prompt.id, runId, Date.UTC(2026, 2, 1 + day, 8, place, turn), {
        model,
        brandMentioned: place === 0 && model === 'gemini' ? day >= 10 : isOften === day >= 10,
        competitorsMentioned: day < 10 ? ['Globex'] : [],
        citations: [{ url: day < 10 ? 'https://old.example/' : 'https://new.example/' }],
      });
    }),
  ),
).flat();

/** Brands whose changes have no interval: each prompt is answered so often in each of two windows, without the brand and then with it. */
const alike = [
  { name: 'lone', prompts: 1, answers: 12 },
  { name: 'alike', prompts: 4, answers: 5 },
  { name: 'pair', prompts: 2, answers: 12 },
].map(({ name, prompts: count, answers }, kind) => {
  const ids = Array.from({ length: count }, (_, index) => id(60 + kind, index));
  return {
    name,
    promptId: id(60 + kind, 0),
    records: [
      brandOf(name, name),
      ...ids.map((each, index) => promptOf(name, each, `is it ${index}?`, ['t'])),
      ...ids.flatMap((promptId, place) =>
        Array.from({ length: 2 * answers }, (_, index) => {
          const at = Date.UTC(2026, 2, index < answers ? 5 : 15, 8, place, index);
          return answerOf(promptId, id(70 + kind, place * 100 + index), at, { brandMentioned: index >= answers });
        }),
      ),
    ],
  };
});
const window = 'from=2026-03-11&to=2026-03-20';

describe.skipIf(!hasChromium)(`the first sentence${reason}`, () => {
  const site = sharedSite(async (db) => {
    await recordWhole(db, [
      { type: 'organization', id: 'acme', name: 'Acme Inc.' },
      brandOf(brand, 'Risen'),
      { type: 'competitor', brandId: brand, name: 'Globex' },
      ...prompts,
      ...runs,
      ...alike.flatMap(({ records }) => records),
    ]);
  });

  it('says what happened as the API does, each part a link', async () => {
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(brandId: "${brand}", from: "2026-03-11", to: "2026-03-20") {
        change { visibility { difference isSignificant } }
        signals { total data { kind subject { company domain } } }
      } }`,
    );
    const { change, signals } = brandAnalytics;
    expect(change.visibility.isSignificant).toBe(true);
    expect(signals.data.map(({ kind }: { kind: string }) => kind)).toContain('SOURCE');
    await using visit = await site.settled(`/?brand=${brand}&from=2026-03-11&to=2026-03-20`);
    const { page } = visit;
    const text = (await page.textContent('.headline')) ?? '';
    const points = (100 * change.visibility.difference).toFixed(1);
    expect(text).toContain(
      `Visibility up ${points} pts compared with 1 Mar – 10 Mar 2026, more than chance: most of all “question 0” on `,
    );
    expect(text).toMatch(/\.example is (newly|no longer) cited/);
    expect(text).toContain(`${signals.total} signals`);
    expect(await barriers(page)).toEqual([]);
    const links = await page.locator('.headline a').allTextContents();
    expect(links[0]).toBe('“question 0”');
    await page.click('.headline a >> nth=0');
    await page.waitForURL(new RegExp(`/prompts/${id(51, 0)}`));
    expect(visit.complaints).toEqual([]);
  });

  it('leads from a source that is no longer cited to the answers that did cite it', async () => {
    await using visit = await site.settled(`/signals?brand=${brand}&${window}`);
    const { page } = visit;
    await page.click('#signals tbody a:text-is("old.example")');
    await page.waitForURL(/domain=old\.example/);
    await settle(page);
    expect(new URL(page.url()).searchParams.get('from')).toBe('2026-03-01');
    expect(await page.textContent('#answers-title')).toMatch(/^[1-9]\d* answers$/);
  });

  it('and the page of a prompt agree on whether its change is more than chance', async () => {
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(brandId: "${brand}", from: "2026-03-11", to: "2026-03-20") { signals(limit: 100) { data { kind subject { promptId } } } } }`,
    );
    const found = brandAnalytics.signals.data.flatMap(
      ({ subject }: { subject: { promptId: string | null } }) => subject.promptId ?? [],
    );
    expect(found.length).toBeGreaterThan(0);
    await using visit = await site.open(null);
    const ids = prompts.map((each) => each.id);
    const some = [ids.find((each) => found.includes(each)), ids.find((each) => !found.includes(each))];
    for (const promptId of some.flatMap((each) => each ?? [])) {
      await visit.show(`/prompts/${promptId}?brand=${brand}&from=2026-03-11&to=2026-03-20`);
      const said = await visit.page.textContent('#figure-visibility .change');
      expect(said, promptId).toContain(found.includes(promptId) ? ', more than chance' : ', no signal');
    }
  });

  it('is not contradicted by changes that are tested one by one: it is said beside them', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    for (const compare of ['previous', 'none']) {
      await visit.show(`/competitors?brand=${brand}&from=2026-03-11&to=2026-03-20&compare=${compare}`);
      const isMarked = compare !== 'none';
      expect((await page.locator('.matrix .better, .matrix .worse').count()) > 0).toBe(isMarked);
      expect((await page.textContent('#company-models'))?.includes('each is tested alone')).toBe(isMarked);
    }
  });

  it('has windows before it, of which one has nothing to compare with', async () => {
    await using visit = await site.open(`/signals?brand=${brand}&from=2026-03-11&to=2026-03-20`);
    const texts = () => visit.page.locator('.history .quiet').allTextContents();
    await expect.poll(texts).toEqual(['nothing to compare with', 'no answers', 'no answers', 'no answers']);
  });

  it('has no windows before it that begin before the first year', async () => {
    await using visit = await site.settled(`/signals?brand=${brand}&from=1000-01-01&to=2026-03-20`);
    expect(await visit.page.locator('#signals').count()).toBe(0);
    await visit.show(`/signals?brand=${brand}&from=1500-01-01&to=2026-03-20`);
    expect(await visit.page.locator('#signals').count()).toBe(1);
    await expect
      .poll(() => visit.page.locator('.history li').allTextContents())
      .toEqual([
        expect.stringMatching(/^\d+ \w+ 973 – 31 Dec 1499no answers$/),
        expect.stringMatching(/^\d+ \w+ 447 – \d+ \w+ 973no answers$/),
      ]);
    expect(await visit.page.locator('main [role=alert]').count()).toBe(0);
  });

  it('does not call too few answers to test an absence of changes', async () => {
    const { brandAnalytics } = await site.ask(
      `{ brandAnalytics(brandId: "${brand}", from: "2026-03-12", to: "2026-03-12", model: "chatgpt") { signals { tested } } }`,
    );
    expect(brandAnalytics.signals.tested).toBe(0);
    await using visit = await site.settled(`/?brand=${brand}&from=2026-03-12&to=2026-03-12&model=chatgpt`);
    expect(await visit.page.textContent('.headline')).toMatch(
      /^Too few answers to test what changed compared with Wed, 11 Mar 2026: visibility .\d+\.\d pts\.$/,
    );
    await visit.page.click('.headline a');
    await settle(visit.page);
    expect(await visit.page.textContent('#signals .empty')).toBe('Too few answers to test what changed.');
    await expect.poll(() => visit.page.textContent('.history .quiet')).toBe('too few answers to test');
  });

  it.each([
    ['lone', 'Visibility up 100.0 pts compared with 1 Mar – 10 Mar 2026, more than chance', 'more than chance'],
    ['alike', 'Visibility up 100.0 pts compared with 1 Mar – 10 Mar 2026, more than chance', 'more than chance'],
    ['pair', 'Change of visibility not tested, compared with 1 Mar – 10 Mar 2026 (+100.0 pts)', 'not tested'],
  ])('says of a change without an interval what its signal says: %s', async (name, sentence, verdict) => {
    await using visit = await site.settled(`/?brand=${name}&${window}`);
    const { page } = visit;
    expect(await page.textContent('.headline')).toContain(sentence);
    expect(await page.textContent('#figure-visibility .change')).toContain(`+100.0 pts, ${verdict}`);
    expect(visit.complaints).toEqual([]);
  });

  it('and the page of a prompt agree whatever the tags, which its answers do not depend on', async () => {
    await using visit = await site.open(null);
    for (const filter of ['', '&tag=none', '&branded=yes']) {
      await visit.show(`/prompts/${alike[0]?.promptId}?brand=lone&${window}${filter}`);
      expect(await visit.page.textContent('#figure-visibility .change'), filter).toContain(
        '+100.0 pts, more than chance',
      );
    }
  });

  it('shows no verdict and no cause of other settings beside new figures', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    const stop = async (name: string, path: string) => {
      await page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes(`query ${name}(`)) await route.continue();
      });
      await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'));`);
    };
    await visit.show(`/?brand=${brand}&${window}`);
    await stop('Causes', `/?brand=${brand}&${window}&model=gemini`);
    await expect.poll(() => page.locator('.headline .skeleton').count()).toBe(1);
    expect(await page.textContent('.headline')).not.toContain('most');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.show(`/prompts/${prompts[0]?.id}?brand=${brand}&${window}`);
    expect(await page.textContent('#figure-visibility .change')).toContain('more than chance');
    await stop('Verdicts', `/prompts/${prompts[0]?.id}?brand=${brand}&from=2026-03-12&to=2026-03-20`);
    await expect.poll(() => page.textContent('.interval-note')).toContain('3 Mar – 11 Mar 2026');
    expect(await page.textContent('#figure-visibility .change')).toMatch(/^.\d+\.\d pts$/);
  });

  it('says that it cannot be there, and tries again', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    await failQuery(page, 'Signals');
    await visit.show(`/?brand=${brand}&${window}`);
    expect(await page.textContent('.headline [role=alert]')).toContain('The server cannot be reached.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.click('.headline button');
    await settle(page);
    expect(await page.textContent('.headline')).toContain('Visibility up');
  });
});
