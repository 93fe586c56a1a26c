import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPackedSums,
  addSums,
  addSumsAt,
  companySums,
  labelled,
  labelOf,
  noSums,
  packSums,
  sentimentLabels,
  sumsAt,
} from '../../src/domain/company-sums.js';

const sums = fc
  .array(fc.nat(1_000_000), { minLength: companySums.length, maxLength: companySums.length })
  .map((values) => ({
    values,
    sums: Object.assign(noSums(), Object.fromEntries(companySums.map((n, i) => [n, values[i]]))),
  }));

describe('the sums of a company', () => {
  it('are those of the list, all zero at first', () => {
    expect(Object.entries(noSums())).toEqual(companySums.map((name) => [name, 0]));
  });

  it('add up one by one, however they are kept', () => {
    fc.assert(
      fc.property(sums, sums, (one, other) => {
        const expected = one.values.map((value, field) => value + (other.values[field] ?? 0));
        const added = noSums();
        addSums(added, one.sums);
        addSums(added, other.sums);
        expect(companySums.map((name) => added[name])).toEqual(expected);

        const packed: number[] = [];
        packSums(one.sums, { varint: (value) => packed.push(value) });
        packSums(other.sums, { varint: (value) => packed.push(value) });
        expect(packed).toEqual([...one.values, ...other.values]);
        const unpacked = noSums();
        const from = { varint: () => packed.shift() ?? Number.NaN };
        addPackedSums(unpacked, from);
        addPackedSums(unpacked, from);
        expect(unpacked).toEqual(added);

        const flat = new Float64Array(companySums.length + 2);
        addSumsAt(flat, 1, one.sums);
        addSumsAt(flat, 1, other.sums);
        expect([...flat]).toEqual([0, ...expected, 0]);
        expect(sumsAt(flat, 1)).toEqual(added);
      }),
    );
  });

  it('count every label', () => {
    const each = Object.assign(
      noSums(),
      Object.fromEntries(sentimentLabels.map((label, place) => [label, 10 ** place])),
    );
    expect(labelled(each)).toBe(1_111);
  });
});

describe('the code of a label', () => {
  it('is its place from 1; 0 is none', () => {
    expect([0, 1, 2, 3, 4, 5].map(labelOf)).toEqual([null, ...sentimentLabels, null]);
  });
});
