// The pages stay as small as they promise to be.

import { describe, expect, it } from 'vitest';
import { weighPage } from '../../scripts/web-weight.js';

const kilobyte = 1024;

describe('the dashboard', () => {
  it('loads at most 150 KB of compressed scripts and style sheets for its first page, and has at most 250 KB of them', () => {
    const { first, all } = weighPage('index.html');
    expect(first).toBeGreaterThan(20_000);
    expect(first).toBeLessThanOrEqual(150 * kilobyte);
    expect(all).toBeGreaterThan(first);
    expect(all).toBeLessThanOrEqual(250 * kilobyte);
  });
});

describe('the REST reference', () => {
  it('loads at most 100 KB of compressed scripts and style sheets', () => {
    expect(weighPage('docs.html').all).toBeLessThanOrEqual(100 * kilobyte);
  });
});
