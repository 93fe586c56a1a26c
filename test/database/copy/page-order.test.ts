// Rows are put in an order in which they fill pages, and none is lost or comes twice.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageOrder } from '../../../src/database/copy/page-order.js';

const order = (sizes: readonly (readonly number[])[]) => pageOrder(sizes, (values) => values);

it('puts behind a large row the small ones that fit its page', () => {
  const [large, small] = [[6_000], [1_900]];
  expect(order([large, large, large, small, small, small])).toEqual([large, small, large, small, large, small]);
});

it('takes no room for a value that is stored outside of its row', () => {
  const [split, half] = [[100, 9_000], [7_900]];
  expect(order([half, split])).toEqual([half, split]);
  expect(order([split, half, [8_000]])).toEqual([half, split, [8_000]]);
});

it('keeps all rows, however many and large', () => {
  const rows = fc.array(fc.array(fc.nat(20_000), { maxLength: 3 }), { maxLength: 600 });
  const sorted = (all: readonly (readonly number[])[]) => all.map(String).sort();
  fc.assert(
    fc.property(rows, (given) => {
      expect(sorted(order(given))).toEqual(sorted(given));
    }),
  );
});
