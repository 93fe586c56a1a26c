// What the dashboard shows of a cluster with a worker that is down.

import { describe, expect, inject, it } from 'vitest';
import { hasChromium, openSite, reason } from '../browser/browser.js';
import { openOwnCluster } from '../citus/own-cluster.js';
import { worldOf } from '../citus/world.js';
import { recordAll } from '../support/records.js';

const isCluster = inject('nodes').length > 1;

describe.runIf(isCluster && hasChromium)(`the dashboard of a cluster with a worker that is down${reason}`, () => {
  it('offers the brands of the others, and says which it leaves out', async () => {
    await using cluster = await openOwnCluster();
    const brandIds = await cluster.brandOnEach('brand');
    const [near = '', far = ''] = brandIds;
    const worker = await cluster.workerOf(far);
    const record = async () => {
      await recordAll(cluster.db, worldOf(brandIds));
      await worker.kill();
    };
    await using site = await openSite(record, async () => cluster.db);
    await using visit = await site.open('/');
    const { page } = visit;
    const sentence = `The data of 1 of 2 brands cannot be reached right now: "${far}". They are left out.`;
    await page.waitForSelector('main:has(h1):not(:has([aria-busy=true])) [role=status]');
    expect(await page.textContent('main [role=status]')).toBe(sentence);
    expect(await page.locator('#brand option').allTextContents()).toEqual([near]);
  });
});
