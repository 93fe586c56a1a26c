import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/tiles/packed/bytes.js';
import { CitedList, writeCited } from '../../src/tiles/packed/cited.js';
import { cited } from '../support/cells.js';

describe('what cells cite', () => {
  it('is read as it was written, one list after another into the same arrays', () => {
    fc.assert(
      fc.property(fc.array(cited, { maxLength: 5 }), (lists) => {
        const to = new ByteWriter();
        for (const list of lists) writeCited(to, list);
        const from = new ByteReader(to.seal());
        const read = new CitedList();
        for (const { length, ids, runs, citations } of lists) {
          read.read(from);
          expect([...read.ids.subarray(0, read.length)]).toEqual(ids);
          expect([...read.runs.subarray(0, read.length)]).toEqual(runs);
          expect([...read.citations.subarray(0, read.length)]).toEqual(citations);
          expect(read.length).toBe(length);
        }
        expect(from.done).toBe(true);
      }),
    );
  });
});
