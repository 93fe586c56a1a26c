import { describe, expect, it } from 'vitest';
import { edgesOf } from '../../src/tiles/scan/run-days.js';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);

describe('the edges of a window', () => {
  it('are the parts of UTC days that it cuts', () => {
    const window = { start: at('2026-01-30T22:15Z'), end: at('2026-02-01T03:00Z') };
    expect(edgesOf(window)).toEqual([
      { start: window.start, end: at('2026-01-31T00:00Z') },
      { start: at('2026-02-01T00:00Z'), end: window.end },
    ]);
  });

  it.each([
    ['within one day', 5, 6, 1, 1],
    ['across a midnight', 23, 25, 2, 2],
    ['up to a midnight', 5, 24, 1, 19],
    ['of one whole day', 24, 48, 0, 0],
    ['of a whole day and an hour', 24, 49, 1, 1],
  ])('of a window %s leave whole days alone', (_, from, to, count, hours) => {
    const edges = edgesOf({ start: from * hourMs, end: to * hourMs });
    expect(edges).toHaveLength(count);
    expect(edges.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(hours * hourMs);
  });
});
