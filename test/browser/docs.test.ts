// The reference of the REST API as a visitor has it, in Chromium.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/server/rest/routes.js';
import { gate } from '../support/gate.js';
import { barriers, hasChromium, reason, sharedSite } from './browser.js';
import { adminKey, drawn, hold } from './visit.js';

const screens = [
  { width: 1440, dark: false },
  { width: 390, dark: true },
];

describe.skipIf(!hasChromium)(`the reference of REST${reason}`, () => {
  const site = sharedSite();

  const openReference = async (options = {}, path = '/api/v1/docs') => {
    const visit = await site.open(path, options);
    await visit.page.waitForSelector('.filled:has(code)');
    return visit;
  };
  const foreign = (requested: readonly string[]) => requested.filter((url) => !url.startsWith(site.url));

  const unfold = (page: Page, id: string, isOpen: boolean) =>
    page.locator(`#${id}`).evaluate((details, open) => details.toggleAttribute('open', open), isOpen);

  /** Executes the form of an operation, and the status and text that it shows. */
  const execute = async (page: Page, id: string) => {
    const operation = page.locator(`#${id}`);
    await unfold(page, id, true);
    await operation.locator('button[type=submit]').click();
    await operation.locator('.status').waitFor();
    const [status, body] = await Promise.all([
      operation.locator('.status').textContent(),
      operation.locator('.exchange .body pre').textContent(),
    ]);
    return { status, body: body ?? '' };
  };

  it('gets 200 from every operation with the examples that it fills in', async () => {
    await using visit = await openReference();
    const { page } = visit;
    const ids = await page.locator('.operation:has(form)').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toHaveLength(routes.length);
    const others = await page.locator('.operation:not(:has(form)) .method').allTextContents();
    expect(others).toEqual(['POST']);
    for (const id of ids) {
      const { status, body } = await execute(page, id);
      expect([id, status]).toEqual([id, '200 OK']);
      expect(Object.keys(JSON.parse(body)), id).not.toEqual([]);
      await unfold(page, id, false);
    }
    expect(foreign(visit.requested)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('gets whole lists in each of their formats', async () => {
    await using visit = await openReference();
    const { page } = visit;
    const lists = page.locator('.operation:has(.format)');
    const ids = await lists.evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toHaveLength(routes.filter(({ list }) => list).length);
    // Of signals there may be none, and then nothing is shown.
    const formats = ['text/csv', 'application/x-ndjson'];
    for (const [place, id] of ids.filter((each) => each !== 'signals').entries()) {
      // The form is the same for all: one list has both formats, the others have them in turn.
      for (const format of formats.filter((_, index) => place === 0 || index === place % 2)) {
        await unfold(page, id, true);
        await page.locator(`#${id} .format select`).selectOption(format);
        await page.locator(`#${id} .headers`).waitFor({ state: 'detached' });
        const { status, body } = await execute(page, id);
        expect([id, format, status]).toEqual([id, format, '200 OK']);
        expect(body.trim().split('\n').length, `${id} ${format}`).toBeGreaterThan(1);
      }
      await unfold(page, id, false);
    }
    expect(visit.complaints).toEqual([]);
  });

  it('leaves optional parameters but the window empty, sends what is entered, and shows a refusal', async () => {
    await using visit = await openReference({}, '/api/v1/docs');
    const { page } = visit;
    await page.locator('.contents a[href="#brandAnalytics"]').click();
    await page.locator('#brandAnalytics[open]').waitFor();
    const values = await page
      .locator('#brandAnalytics .parameters :is(input:not([required], [id$=-start], [id$=-end]), select)')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)); // safe because fields have values
    expect(new Set(values)).toEqual(new Set(['']));
    await page.fill('#brandAnalytics-timeZone', 'Europe/Berlin');
    await page.selectOption('#brandAnalytics-bucket', 'month');
    expect(await page.locator('#brandAnalytics .exchange pre').first().textContent()).toContain(
      '&timeZone=Europe/Berlin&bucket=month'.replace('/', '%2F'),
    );
    await page.fill('#brandAnalytics-timeZone', 'Nowhere');
    const { status, body } = await execute(page, 'brandAnalytics');
    expect(status).toBe('400 Bad Request');
    expect(JSON.parse(body).code).toBe('validation_error');
    await page.locator('#brandAnalytics button', { hasText: 'Reset' }).click();
    expect((await execute(page, 'brandAnalytics')).status).toBe('200 OK');
  });

  it('opens without a key, takes one, and forgets it', async () => {
    await using visit = await site.open('/api/v1/docs', { key: null });
    const { page } = visit;
    await page.locator('.operation').first().waitFor();
    expect(visit.complaints).toEqual([]);
    expect((await execute(page, 'models')).status).toBe('401 Unauthorized');
    await page.fill('#key', 'wrong');
    await page.click('.key-form button');
    await page.waitForSelector('.key-form [role=alert]');
    await page.fill('#key', adminKey);
    await page.click('.key-form button');
    await page.waitForSelector('.filled:has(code)');
    expect(await page.locator('#models .status').count()).toBe(0);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(adminKey);
    await page.click('.forget');
    await page.waitForSelector('#key');
    expect(await page.inputValue('#trackedBrand-brandId')).toBe('');
  });

  it('shows a session nothing that was asked for by the one before', async () => {
    const { opened: arrived, open: arrive } = gate();
    let isAnswered = false;
    await using visit = await site.open('/api/v1/docs', {
      prepare: async (page) => {
        await page.route('**/graphql', async (route) => {
          const response = await route.fetch();
          const isHeld = route.request().postData()?.includes('query NewestRun');
          if (isHeld) await arrived;
          // Nobody may wait for it any more.
          await route.fulfill({ response }).catch(() => {});
          isAnswered ||= Boolean(isHeld);
        });
      },
    });
    const { page } = visit;
    await page.waitForSelector('.filled:text("Loading examples")');
    await page.click('.forget');
    await page.waitForSelector('#key');
    arrive();
    await expect.poll(() => isAnswered).toBe(true);
    await drawn(page);
    expect(await page.inputValue('#trackedBrand-brandId')).toBe('');
    expect(await page.locator('.problem').count()).toBe(0);
  });

  it('keeps what is entered when the examples arrive', async () => {
    await using visit = await site.open(null);
    const { page } = visit;
    const arrive = await hold(page, '**/graphql');
    await page.goto(`${site.url}/api/v1/docs`);
    await page.waitForSelector('.filled:text("Loading examples")');
    await unfold(page, 'trackedBrand', true);
    await page.fill('#trackedBrand-brandId', 'another');
    arrive();
    await page.waitForSelector('.filled:has(code)');
    await drawn(page);
    expect(await page.inputValue('#trackedBrand-brandId')).toBe('another');
    expect(await page.inputValue('#brandAnalytics-brandId')).not.toBe('');
  });

  it('shows no response below a request that it is not the response to', async () => {
    await using visit = await openReference();
    const { page } = visit;
    const operation = page.locator('#trackedBrand');
    const arrive = await hold(page, '**/api/v1/brands/**');
    await operation.evaluate((details) => details.setAttribute('open', ''));
    await operation.locator('button[type=submit]').click();
    await operation.locator('text=Waiting for the response').waitFor();
    await page.fill('#trackedBrand-brandId', 'another');
    const answered = page.waitForResponse('**/api/v1/brands/**');
    arrive();
    await (await answered).finished();
    await drawn(page);
    expect(await operation.locator('.status').count()).toBe(0);
    const { status } = await execute(page, 'trackedBrand');
    expect(status).toBe('404 Not Found');
  });

  it.each(screens)('has no barriers and fits at $width pixels, dark: $dark', async (screen) => {
    await using visit = await openReference(screen, '/api/v1/docs');
    const { page } = visit;
    await execute(page, 'citedDomains');
    await page
      .locator('#citedDomains .responses details')
      .first()
      .evaluate((each) => each.setAttribute('open', ''));
    expect(await barriers(page)).toEqual([]);
    for (const width of [1024, screen.width]) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
    }
    if (process.env.SCREENSHOTS) {
      const name = `docs-${screen.width}-${screen.dark ? 'dark' : 'light'}`;
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
    }
  });

  it.each(['/', '/answers', '/graphql'])('is linked from %s, also on a phone', async (path) => {
    await using visit = await site.open(path);
    const link = visit.page.locator('a[href^="/api/v1/docs"]:visible');
    for (const width of [1280, 390]) {
      await visit.page.setViewportSize({ width, height: 900 });
      await link.first().waitFor();
      await expect.poll(() => link.count()).toBe(1);
    }
  });
});
