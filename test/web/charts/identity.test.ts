// What tells the series of a chart apart: no two of them have the same colour and dash, however many there are.

import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../src/web/charts/identity.js';

const identities = Array.from({ length: 200 }, (_, index) => identityOf(index));

describe('the identity of a series', () => {
  it('is its own among 200', () => {
    const seen = new Map(identities.map((each, index) => [JSON.stringify(each), index]));
    expect(seen.size).toBe(identities.length);
  });

  it('differs from that of the next one in both colour and dash', () => {
    for (const [index, { colour, dash }] of identities.entries()) {
      const next = identities[index + 1];
      if (!next) continue;
      expect(next.colour, `${index}`).not.toBe(colour);
      expect(next.dash, `${index}`).not.toEqual(dash);
    }
  });

  it('is that of the brand alone where it is the brand’s', () => {
    expect(identities).not.toContainEqual(identityOf(0, true));
  });
});
