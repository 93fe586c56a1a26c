// GraphiQL as a visitor has it, in Chromium.

import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, reason, sharedSite } from './browser.js';

const tabs = ['Summary', 'Compare', 'Runs', 'Gaps', 'Models', 'Breakdown', 'Signals'];

describe.skipIf(!hasChromium)(`GraphiQL${reason}`, () => {
  const site = sharedSite();

  it('opens with tabs that all answer, and asks nobody else', async () => {
    await using visit = await site.open('/graphql');
    const { page } = visit;
    await page.waitForSelector('.graphiql-tab');
    expect(await page.locator('.graphiql-tab-button').allTextContents()).toEqual(tabs);
    const asked = new Map<string, Request>();
    page.on('request', (request) => {
      const [, name] = /query (\w+)/.exec(request.postData() ?? '') ?? [];
      if (name) asked.set(name, request);
    });
    for (const tab of tabs) {
      await page.locator('.graphiql-tab-button', { hasText: tab }).click();
      await page.locator('.graphiql-query-editor .view-line', { hasText: `query ${tab}` }).waitFor();
      // The editor learns which operation it holds a moment after it shows it; a click before that sends nothing.
      const send = async () => {
        if (!asked.has(tab)) await page.locator('.graphiql-execute-button').click();
        return asked.has(tab);
      };
      await expect.poll(send, { interval: 300 }).toBe(true);
      const response = await asked.get(tab)?.response();
      const answer: { readonly data: object; readonly errors?: unknown } = await response?.json();
      expect([tab, answer?.errors]).toEqual([tab, undefined]);
      expect(Object.values(answer?.data ?? { none: null })).not.toContain(null);
    }
    await page.locator('.result-window', { hasText: 'data' }).waitFor();
    expect(visit.requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('opens with the brand that the dashboard shows, also in tabs that it kept', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    for (const brand of ['haldenfjell', 'brewmont']) {
      await visit.show(`/?brand=${brand}`);
      await page.click(`.settings a[href="/graphql?brand=${brand}"]`);
      await page.locator('.graphiql-editor-tool .view-line', { hasText: `"${brand}"` }).waitFor();
      await expect.poll(() => page.locator('.graphiql-tab-button').allTextContents()).toEqual(tabs);
      await page.reload();
      await page.click('.top nav >> text=REST');
      await page.waitForSelector(`.filled:has-text("${brand}")`);
      await page.click('.top nav >> text=Dashboard');
      await page.waitForURL(new RegExp(`/\\?brand=${brand}`));
    }
  });

  it('leaves its tabs to the brand that they were given when it is loaded again', async () => {
    await using visit = await site.open('/graphql?brand=brewmont');
    const { page } = visit;
    const brandIs = (brand: string) =>
      page.locator('.graphiql-editor-tool .view-line', { hasText: `"${brand}"` }).waitFor();
    await brandIs('brewmont');
    const give = `localStorage['graphiql:tabState'] = localStorage['graphiql:tabState']?.replaceAll('brewmont', 'haldenfjell') ?? ''`;
    await expect.poll(() => page.evaluate(give)).toContain('haldenfjell');
    await page.reload();
    await brandIs('haldenfjell');
    expect(page.url()).toContain('brand=brewmont');
  });

  it('opens with the tab that was left, and room for query, variables and response on a narrow screen', async () => {
    await using visit = await site.open('/graphql', { width: 390 });
    const { page } = visit;
    // A click while GraphiQL starts may choose nothing.
    const kept = async () => {
      await page.locator('.graphiql-tab-button', { hasText: 'Runs' }).click();
      return page.evaluate(`JSON.parse(localStorage['graphiql:tabState'] ?? '{}').activeTabIndex`);
    };
    await expect.poll(kept, { interval: 500 }).toBe(2);
    await page.reload();
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'query Runs' }).waitFor();
    await page.locator('.graphiql-editor-tool .view-line', { hasText: '"promptId"' }).waitFor();
    expect(await page.locator('.graphiql-tab-button').allTextContents()).toEqual(tabs);
    for (const pane of ['.graphiql-query-editor', '.graphiql-editor-tool', '.graphiql-response'])
      await expect
        .poll(async () => {
          const { width = 0, height = 0 } = (await page.locator(pane).boundingBox()) ?? {};
          return [pane, width > 350, height > 150];
        })
        .toEqual([pane, true, true]);
  });
});
