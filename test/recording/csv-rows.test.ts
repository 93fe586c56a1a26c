// The rows of a CSV file however it is damaged: every good one is found, every damaged one is rejected byte for byte.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openText } from '../../src/recording/import/csv/encoding.js';
import { rowsOf } from '../../src/recording/import/csv/rows.js';

// Each row is known by its number in the first cell; a damaged one has an odd number of quotes, in its only line, or a cell too few or too many. No
// text begins with a divider: its opening quote could close the one before, and nobody could know.
const cell = fc.oneof(
  fc.constantFrom('', 'plain', 'größe', ' blank '),
  fc.stringMatching(/^([ab][ab,;"\n]{0,6})?$/).map((text) => `"${text.replaceAll('"', '""')}"`),
);
const goodRow = fc.record({ cells: fc.array(cell, { minLength: 3, maxLength: 3 }), isDamaged: fc.constant(false) });
const damage = fc.constantFrom('"open', '5" screen', 'open" too', '"x"y"');
const damagedRow = damage.map((text) => ({ cells: ['', text, ''], isDamaged: true }));
const raggedRow = fc
  .oneof(fc.tuple(cell, cell), fc.tuple(cell, cell, cell, fc.constant('more')))
  .map((cells) => ({ cells, isDamaged: true }));

describe('rows of a damaged file', () => {
  it('are all found, but for damaged ones', async () => {
    const files = fc.record({
      rows: fc.array(
        fc.oneof(
          { weight: 6, arbitrary: goodRow },
          { weight: 1, arbitrary: damagedRow },
          { weight: 2, arbitrary: raggedRow },
        ),
        { maxLength: 12 },
      ),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      chunk: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ rows, lineEnd, chunk }) => {
        const lines = rows.map(({ cells }, place) => [`#${place}`, ...cells].join(',').replaceAll('\n', lineEnd));
        const bytes = Buffer.from(['number,a,b,c', ...lines].join(lineEnd));
        const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
          bytes.subarray(at * chunk, (at + 1) * chunk),
        );
        const found = [];
        for await (const row of rowsOf(await openText(asyncOf(chunks), null))) found.push(row);
        const good = found.filter(({ faults, cells }) => faults.length === 0 && /^#\d+$/.test(cells[0] ?? ''));
        const expected = rows.flatMap(({ cells, isDamaged }, place) =>
          isDamaged ? [] : [[`#${place}`, ...cells.map((each) => plainCell(each).replaceAll('\n', lineEnd))]],
        );
        expect(good.filter(({ cells }) => cells.length === 4).map(({ cells }) => cells)).toEqual(expected);
        const rejected = found.filter(({ faults }) => faults.length > 0).map(({ bytes: text }) => text.toString());
        for (const [place, { isDamaged }] of rows.entries()) if (isDamaged) expect(rejected).toContain(lines[place]);
      }),
      { numRuns: 300 },
    );
  });
});

async function* asyncOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

function plainCell(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
