// Answers that attack whoever reads them, in Chromium: nothing of them runs, and no request leaves the server.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { base, best, id, mention, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';

const evil = 'https://evil.example';

/** What answers try: each would set `window.ran`, ask another host, or hide the page. */
const attacks: readonly string[] = [
  `<script>window.ran = 1; fetch('${evil}/script')</script>`,
  `<script src="${evil}/a.js"></script>`,
  `<img src="${evil}/a.png" onerror="window.ran = 1">`,
  '<img src=x onerror=window.ran=1>',
  `![picture](${evil}/picture.png)`,
  `![picture][r]\n\n[r]: ${evil}/reference.png`,
  `<iframe src="${evil}/frame" srcdoc="<script>parent.ran = 1</script>"></iframe>`,
  `<svg onload="window.ran = 1"><image href="${evil}/svg.png"/><script>window.ran = 1</script></svg>`,
  `<style>@import "${evil}/a.css"; body { background: url("${evil}/b.png"); display: none }</style>`,
  `<div style="position: fixed; inset: 0; background: url(${evil}/c.png)">over everything</div>`,
  `<link rel="stylesheet" href="${evil}/l.css"><meta http-equiv="refresh" content="0; url=${evil}/refresh">`,
  `<base href="${evil}/"><form action="${evil}/form"><button autofocus onfocus="window.ran = 1">Press</button></form>`,
  `<video src="${evil}/v.mp4" autoplay></video><audio src="${evil}/a.mp3" autoplay></audio><object data="${evil}/o"></object>`,
  `<details open ontoggle="window.ran = 1"><summary>x</summary></details><body onload="window.ran = 1">`,
  '<math><mtext><table><mglyph><style><img src=x onerror=window.ran=1></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '[press](javascript:window.ran=1) [press](JAVASCRIPT:window.ran=1) [press](java\tscript:window.ran=1)',
  '[press](data:text/html,<script>window.ran=1</script>) <javascript:window.ran=1>',
  '[press](&#106;avascript:window.ran=1) [press](\u0001javascript:window.ran=1)',
  '`</code><script>window.ran = 1</script>`\n\n```html\n</pre><script>window.ran = 1</script>\n```',
  '| a |\n|---|\n| <img src=x onerror=window.ran=1> |',
  `${'> '.repeat(3_000)}deep`,
  `${'- '.repeat(3_000)}deep`,
  '['.repeat(50_000),
  `{{constructor.constructor('window.ran=1')()}} \${window.ran=1}`,
];

const runs = attacks.map((text, index) =>
  run({
    id: id(1_000 + index),
    createdAt: new Date(Date.UTC(2026, 2, 1, 10, index)).toISOString(),
    brandMentioned: true,
    competitorsMentioned: ['Globex', '<b onclick=window.ran=1>Bold</b>'],
    assessments: { brand: mention({ reason: '<img src=x onerror=window.ran=1>' }), competitors: {} },
    webQueries: ['<script>window.ran=1</script>'],
    answer: `Acme CRM leads.\n\n${text}\n\nThe end.`,
    citations: [
      { url: `${evil}/cited?q=<script>&n=${index}`, title: '<img src=x onerror=window.ran=1>' },
      { url: 'https://good.example/', title: null },
    ],
  }),
);

describe.skipIf(!hasChromium)(`answers that attack${reason}`, () => {
  const site = sharedSite(async (db) => {
    const { rejected } = await recordAll(db, [...base, ...runs]);
    expect(rejected).toEqual([]);
  });

  const view = 'brand=crm&from=2026-03-01&to=2026-03-02';
  const forbidden = 'script, img, iframe, svg, style, link, meta, object, embed, video, audio, form, base, math';
  const all = async (page: Page, selector: string, property: string) =>
    (await page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.${property})`,
    )) as readonly string[]; // safe because these are properties of links
  const ran = (page: Page) => page.evaluate('window.ran ?? null');

  it('stay text in the list', async () => {
    await using visit = await site.open(`/answers?${view}`);
    await visit.page.waitForSelector('.answer-item');
    await visit.page.click('text=Show older answers');
    await expect.poll(() => visit.page.locator('.answer-item').count()).toBe(attacks.length);
    expect(await ran(visit.page)).toBeNull();
    expect(visit.requested.filter((url) => !url.startsWith(site.url))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('stay text whole, and leave no address but of http and https', async () => {
    await using visit = await site.open(`/answers?${view}`);
    const { page } = visit;
    await page.locator('.answer-head a').first().click();
    // The list begins with the newest.
    for (const [index, attack] of [...attacks.entries()].reverse()) {
      await page.waitForURL(new RegExp(`/answers/${best}/${id(1_000 + index)}\\?`));
      await page.waitForSelector(`main:has(.markdown):has(.citations a[href$="n=${index}"]):has(.beside a)`);
      expect(await page.textContent('.markdown'), attack).toContain('The end.');
      expect(await page.locator(`.markdown :is(${forbidden})`).count(), attack).toBe(0);
      for (const href of await all(page, '.reading a', 'href')) expect(href, attack).toMatch(/^https?:/);
      expect(await ran(page), attack).toBeNull();
      expect(
        visit.requested.filter((url) => !url.startsWith(site.url)),
        attack,
      ).toEqual([]);
      expect(visit.complaints, attack).toEqual([]);
      await page.keyboard.press('j');
    }
  });

  it('hide nothing of the page, and leave it accessible', async () => {
    await using visit = await site.open(`/answers/${best}/${id(1_009)}?${view}`);
    await visit.page.waitForSelector('.markdown');
    expect(await visit.page.isVisible('h1')).toBe(true);
    await visit.page.waitForSelector('.citations');
    expect(await barriers(visit.page)).toEqual([]);
  });

  it('cannot see where a reader comes from, nor reach back', async () => {
    await using visit = await site.open(`/answers/${best}/${id(1_000)}?${view}`);
    await visit.page.waitForSelector('.markdown');
    await visit.page.waitForSelector('.citations');
    const rels = new Set(await all(visit.page, '.reading a[target=_blank]', 'rel'));
    expect([...rels]).toEqual(['noopener noreferrer nofollow']);
  });
});
