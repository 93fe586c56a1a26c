// The view that the query string of the dashboard stands for.

import { describe, expect, it } from 'vitest';
import { readView, writeView } from '../../src/web/data/view.js';

describe('the period of a view', () => {
  it.each([
    ['?days=7', { days: 7 }],
    ['?days=3661', { days: 3_661 }],
    ['?days=20000', { days: 20_000 }],
    ['?from=1990-01-01&to=2026-03-01', { from: '1990-01-01', to: '2026-03-01' }],
    ['?from=2026-03-01&to=2026-03-01&days=7', { from: '2026-03-01', to: '2026-03-01' }],
  ])('of %s has that length', (search, period) => {
    expect(readView(search).period).toEqual(period);
    expect(readView(writeView(readView(search))).period).toEqual(period);
  });

  it.each([
    '',
    '?days=0',
    '?days=-1',
    '?days=1.5',
    '?days=all',
    '?days=1e9',
    '?from=2026-03-02&to=2026-03-01',
    '?from=2026-02-30&to=2026-03-01',
  ])('of %s is the last 30 days', (search) => {
    expect(readView(search).period).toEqual({ days: 30 });
  });
});
