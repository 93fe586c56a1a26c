// Every link of every page is followed: it opens a page without an error, keeps the view, and leads to as many rows as it says. A figure that
// promises answers leads to exactly as many, and to as many as the API has.

import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, hasChromium, reason, sharedSite } from './browser.js';
import { linkedAnswer, linkedBrand, linkedDays, recordLinkedBrand } from './linked-brand.js';
import { settle } from './visit.js';

const { promptId, runId } = linkedAnswer;
const pages = [
  '',
  'prompts',
  `prompts/${promptId}`,
  'competitors',
  'competitors/Globex',
  'signals',
  'breakdown',
  'breakdown?rows=TAG',
  'breakdown?rows=COMPANY',
  'breakdown?rows=PROMPT&columns=MODEL',
  'breakdown?rows=WEEK&columns=COMPANY',
  'breakdown?rows=TAG&columns=BRANDED',
  'sources',
  'sources?outcome=GAP&category=OTHER&order=RUNS',
  'sources?tab=pages&outcome=MENTIONED',
  'searches',
  'answers',
  `answers?prompt=${promptId}&outcome=MENTIONED`,
  `answers/${promptId}/${runId}`,
];
const viewNames = [
  ...['brand', 'from', 'to', 'period', 'compare', 'model', 'provider', 'market', 'websearch', 'branded', 'tag', 'tz'],
  'by',
];
const days = `brand=${linkedBrand}&from=${linkedDays.from}&to=${linkedDays.to}`;
/** With tags, a zone and a bucket; every other one of the first pages with one model. */
const viewOfPage = (place: number) =>
  place < 7 && place % 2 === 1 ? `${days}&model=chatgpt` : `${days}&tag=eu&tz=Europe%2FBerlin&by=week`;
/** Links that say that they change a filter. */
const groups = '.matrix a, #breakdown td a, #breakdown tbody th a';
const changing: Readonly<Record<string, string>> = {
  model: `#models .bars a, #lost-models td a, .headline a, #signals a, ${groups}`,
  tag: `.lead-line .badge, .tags a, .headline a, #signals a, ${groups}`,
  branded: groups,
  from: '#moved-sources a, #domains tbody th a, .history a, .headline a, #signals a',
  to: '#moved-sources a, #domains tbody th a, .history a, .headline a, #signals a',
};
/** So many links of a kind are followed, whichever come to hand; the figures of all are compared with the API. */
const followedOfKind = Number(process.env.LINK_ROUNDS ?? 1);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

function inAnyOrder<T>(items: readonly T[]): readonly T[] {
  const arbitrary = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? [];
}

/** Links of a kind lead to the same page by the same filters. */
function kindOf({ href, text }: FollowedLink): string {
  const { pathname, searchParams } = new URL(href, 'http://any');
  const [, page, ...ids] = pathname.split('/');
  return [page, ids.length, /^\d/.test(text), ...new Set([...searchParams.keys()].sort())].join();
}

interface FollowedLink {
  readonly href: string;
  readonly text: string;
  /** The numbers in the text and the tooltips of the element that the link is the figure of. */
  readonly numbers: readonly number[];
  /** As many answers as it says that it leads to. */
  readonly promised: number | null;
  /** The filters that it may change. */
  readonly changes: readonly string[];
}

const linkSelector = '.shell a[href^="/"]:not([href^="/graphql"], [href^="/api/v1/docs"])';

/** The links of a page to pages of the dashboard. */
const findLinks = `
  const figure = 'li, td, .tile, .columns > div > p';
  const changing = ${JSON.stringify(changing)};
  [...document.querySelectorAll('${linkSelector}')].map((link) => {
    const around = link.closest(figure);
    const titled = around ? [around, ...around.querySelectorAll('[title]')] : [];
    const promise = (link.title || link.closest('[title]')?.title || '').replaceAll(',', '').match(/Read (\\d+) answer/);
    const said = [around?.innerText ?? '', ...titled.map((each) => each.title)].join(' ').replaceAll(',', '');
    return {
      href: link.getAttribute('href'),
      text: link.textContent,
      numbers: [...said.matchAll(/\\b\\d+\\b/g)].map(Number),
      promised: promise && link.pathname === '/answers' ? Number(promise[1]) : null,
      changes: Object.keys(changing).filter((name) => link.matches(changing[name])),
    };
  })`;

async function linksOf(page: Page): Promise<readonly FollowedLink[]> {
  return (await page.evaluate(findLinks)) as readonly FollowedLink[]; // safe because the script returns them
}

const viewOf = (href: string, changes: readonly string[] = []) => {
  const { searchParams } = new URL(href, 'http://any');
  return viewNames.filter((name) => !changes.includes(name)).map((name) => `${name}=${searchParams.getAll(name)}`);
};

/** The number of rows that a list says it has; `null` of a page without a list. */
async function rowsOf(page: Page, href: string): Promise<number | null> {
  const { pathname } = new URL(href, 'http://any');
  const counts: Readonly<Record<string, string>> = {
    '/answers': '#answers-title',
    '/sources': 'main .pager-count',
    '/prompts': 'main .pager-count',
  };
  const place = counts[pathname];
  if (!place) return null;
  const text = (await page.locator(place).first().textContent()) ?? '';
  const [first, ...others] = (text.replaceAll(',', '').match(/\d+/g) ?? ['0']).map(Number);
  // "3 of 5 answers", but "1–20 of 43 domains".
  return (pathname === '/answers' ? first : (others.at(-1) ?? first)) ?? null;
}

const items = ['company', 'domain', 'url', 'query', 'search', 'model'];

/** The answers of an address of the dashboard, as the API is asked for them. */
function questionOf(href: string): string {
  const query = new URL(href, 'http://any').searchParams;
  const day = query.get('day');
  const filter = {
    ...(query.get('prompt') ? { promptIds: [query.get('prompt')] } : {}),
    ...(query.get('provider') ? { providers: [query.get('provider')] } : {}),
    ...(query.get('market') ? { markets: [query.get('market')] } : {}),
    ...(query.get('branded') ? { branded: query.get('branded') === 'yes' } : {}),
    ...(query.get('websearch') ? { webSearch: query.get('websearch') === 'yes' } : {}),
  };
  const texts = {
    brandId: query.get('brand'),
    from: day ?? query.get('from'),
    to: query.get('until') ?? day ?? query.get('to'),
    timeZone: query.get('tz') ?? 'UTC',
    ...Object.fromEntries(items.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
  };
  const written = Object.entries(texts).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
  const inFilter = Object.entries(filter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const all = [
    ...written,
    `outcome: ${query.get('outcome') ?? 'ALL'}`,
    `sentiment: ${query.get('sentiment')}`,
    `tags: ${JSON.stringify(query.getAll('tag'))}`,
    `filter: { ${inFilter.join(', ')} }`,
  ];
  return `{ brandRuns(${all.join(', ')}, limit: 1) { total } }`;
}

describe.skipIf(!hasChromium)(`links${reason}`, () => {
  const site = sharedSite(recordLinkedBrand);

  /** Clicks a link and returns: what is wrong with where it leads, if something is, and how many rows are there. */
  const follow = async (page: Page, index: number, { href, text }: FollowedLink) => {
    await page.locator(linkSelector).nth(index).dispatchEvent('click');
    await page.waitForURL(site.url + href).catch(() => {});
    await settle(page);
    const alerts = await page.locator('[role=alert], .notice').allTextContents();
    const searched = new URLSearchParams(href.split('?')[1]).get('search');
    const names = searched === null ? [] : await page.locator('tbody th a:first-child').allTextContents();
    const rows = searched === null ? await rowsOf(page, href) : null;
    const fault =
      page.url() !== site.url + href
        ? `leads to ${page.url()}`
        : searched === text && !href.includes('tab=pages') && !names.includes(text)
          ? `does not list ${text}`
          : alerts.join(' ');
    return { fault, rows };
  };

  it('lead where they say', async () => {
    await using visit = await site.open(at('', viewOfPage(0)));
    const { page, complaints } = visit;
    const followed = new Map<string, Awaited<ReturnType<typeof follow>>>();
    const ofKind = new Map<string, number>();
    const wrong: string[] = [];
    let compared = 0;
    let promises = 0;
    for (const [place, path] of pages.entries()) {
      await visit.show(at(path, viewOfPage(place)));
      const from = page.url();
      for (const [index, link] of inAnyOrder([...(await linksOf(page)).entries()])) {
        const { href, text, numbers, promised, changes } = link;
        const known = followed.get(href);
        const kind = `${path.split('?')[0]} ${kindOf(link)}`;
        const isFollowed = !known && (ofKind.get(kind) ?? 0) < followedOfKind;
        const { fault, rows } = known ?? (isFollowed ? await follow(page, index, link) : { fault: '', rows: null });
        if (isFollowed) {
          ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
          followed.set(href, { fault, rows });
          if (href !== from.slice(site.url.length)) await page.goBack();
          await settle(page);
        }
        const isSameView = viewOf(href, changes).join() === viewOf(from, changes).join();
        const hasCount = rows !== null && numbers.length > 0;
        compared += Number(hasCount);
        if (promised !== null) {
          promises++;
          const { brandRuns } = await site.ask(questionOf(href));
          if ((rows ?? promised) !== promised || brandRuns.total !== promised)
            wrong.push(
              `“${text}” of ${path || 'overview'}, ${href}: ${rows} answers, by the API ${brandRuns.total}, not ${promised}`,
            );
        }
        if (fault || !isSameView || (hasCount && !numbers.includes(rows)))
          wrong.push(`“${text}” of ${path || 'overview'}, ${href}: ${fault || `${rows} rows, not ${numbers}`}`);
      }
    }
    expect(wrong, `SEED=${seed}`).toEqual([]);
    expect(followed.size).toBeGreaterThan(20);
    expect(compared).toBeGreaterThan(15);
    expect(promises).toBeGreaterThan(25);
    expect(complaints).toEqual([]);
  });
});
