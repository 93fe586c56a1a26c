// GraphiQL as a visitor has it, in Chromium.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, hasChromium, openSite, reason, type Site } from './browser.js';

describe.skipIf(!hasChromium)(`GraphiQL${reason}`, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('opens with tabs that all answer, and asks nobody else', async () => {
    await using visit = await site.open('/graphql');
    const { page } = visit;
    await page.waitForSelector('.graphiql-tab');
    expect(await page.locator('.graphiql-tab-button').allTextContents()).toEqual([
      'Summary',
      'Compare',
      'Runs',
      'Models',
    ]);
    for (const tab of ['Summary', 'Compare', 'Runs', 'Models']) {
      await page.locator('.graphiql-tab-button', { hasText: tab }).click();
      await page.locator('.graphiql-query-editor .view-line', { hasText: `query ${tab}` }).waitFor();
      await page.locator('.graphiql-variable-editor, .graphiql-editor-tool', { hasText: 'start' }).first().waitFor();
      const [response] = await Promise.all([
        page.waitForResponse(
          (each) => each.request().method() === 'POST' && !!each.request().postData()?.includes(`query ${tab}`),
        ),
        page.locator('.graphiql-execute-button').click(),
      ]);
      const { data, errors } = await response.json();
      expect([tab, errors]).toEqual([tab, undefined]);
      expect(Object.values(data)).not.toContain(null);
    }
    await page.locator('.result-window', { hasText: 'visibility' }).waitFor();
    expect(visit.requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('keeps the key for the session alone, and asks for one where there is none', async () => {
    await using visit = await site.open('/graphql', { key: null });
    const { page } = visit;
    await page.fill('#key', adminKey);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.graphiql-tab');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(adminKey);
    expect(page.url()).not.toContain(adminKey);
    await page.click('text=Forget key');
    await page.waitForSelector('#key');
  });
});
