import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instant } from '../../../src/database/copy/copy-rows.js';
import { firstInstant, lastInstant } from '../../../src/domain/limits.js';

it('reads instants to the millisecond, in any year', () => {
  fc.assert(
    fc.property(fc.integer({ min: firstInstant, max: lastInstant }), (ms) => {
      const field = Buffer.alloc(8);
      field.writeBigInt64BE((BigInt(ms) - BigInt(Date.UTC(2000))) * 1_000n);
      expect(instant(field)).toBe(ms);
    }),
  );
});
