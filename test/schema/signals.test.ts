// Signals: read in a fixed number of statements, and arguments that make no sense refused with what would be right.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const dates = 'start: "2026-03-08T00:00:00Z", end: "2026-03-15T00:00:00Z"';
/** Forty runs of one prompt: in the first week the brand is named, in the second another one, and another page is cited. */
const world = await sharedWorld(
  Array.from({ length: 40 }, (_, at) => ({
    at: `2026-03-${String(at < 20 ? 2 : 9).padStart(2, '0')}T10:00:${String(at).padStart(2, '0')}Z`,
    names: [[at < 20 ? 0 : 1, 1, 1] as const],
    promptId: prompts.best,
    citations: [`https://${at < 20 ? 'a' : 'b'}.example/1`],
  })),
);
await rollBrands(world.db);

const analytics = (selection: string, brand = 'acme-crm', more = '') =>
  `brandAnalytics(brandId: "${brand}", ${dates}${more}) { ${selection} }`;
const everything = `tested total data { kind subject { model tag market promptId prompt company domain } before after difference p q }`;

describe('signals', () => {
  it('name what changed, and how sure that is', async () => {
    const { brandAnalytics } = await world.data(`{ ${analytics(`signals { ${everything} }`)} }`);
    const { tested, total, data } = brandAnalytics.signals;
    // With one prompt, only that is tested.
    expect([tested, total]).toEqual([1, 1]);
    const subject = { model: null, tag: null, market: null, company: null, domain: null, promptId: prompts.best };
    expect(data[0]).toMatchObject({ kind: 'PROMPT_VISIBILITY', subject, before: 1, after: 0, difference: -1 });
    // χ² of 20 and 0 against 0 and 20 with 40 − 1 degrees: 39.
    expect(data[0].p).toBeCloseTo(4.238055e-10, 15);
    expect(data[0].q).toBe(data[0].p);
  });

  it('are none where the window before would begin before year 1', async () => {
    const of = (start: string) =>
      `brandAnalytics(brandId: "acme-crm", start: "${start}T00:00:00Z", end: "2026-03-15T00:00:00Z") { signals { tested total } }`;
    const { brandAnalytics } = await world.data(`{ ${of('1000-01-01')} }`);
    expect(brandAnalytics.signals).toEqual({ tested: 0, total: 0 });
  });

  it('are none where there is nothing before, and follow the window that is compared with', async () => {
    const of = async (more: string) => {
      const { brandAnalytics } = await world.data(`{ ${analytics('signals { tested total }', 'acme-crm', more)} }`);
      return brandAnalytics.signals;
    };
    expect(await of(', compare: YEAR')).toEqual({ tested: 0, total: 0 });
    const same = ', compareStart: "2026-03-08T00:00:00Z", compareEnd: "2026-03-15T00:00:00Z"';
    // All of it is the same: no stratum has variance.
    expect(await of(same)).toEqual({ tested: 0, total: 0 });
    const both = ', compareStart: "2026-03-01T00:00:00Z", compareEnd: "2026-03-15T00:00:00Z"';
    expect(await of(both)).toEqual({ tested: 1, total: 1 });
  });

  it('are read in as many statements for five aliases, brands and kinds as for one', async () => {
    const count = async (document: string) => {
      await world.data(`{ ${document} }`);
      return world.statements.length;
    };
    const one = await count(analytics(`signals { ${everything} }`));
    const kinds = ['', 'kinds: [SOURCE]', 'kinds: [VISIBILITY, SHARE_OF_VOICE]', 'level: 0.5', 'limit: 1'];
    const five = kinds.map((given, at) => {
      const selection = `signals${given && `(${given})`} { ${everything} }`;
      return `a${at}: ${analytics(selection, at % 2 ? 'acme-desk' : 'acme-crm')}`;
    });
    expect(await count(five.join('\n'))).toBe(one);
  });

  it('refuse a level that is none, and leave their siblings their answers', async () => {
    const { data, errors } = await world.ask(
      `{ ${analytics('brandName signals(level: 1, limit: 0) { tested } good: signals(kinds: []) { tested }')} }`,
    );
    expect(data).toEqual({ brandAnalytics: { brandName: 'Acme CRM', signals: null, good: { tested: 1 } } });
    expect(JSON.stringify(errors)).toContain('level must lie between 0 and 1, both excluded; given was 1.');
    expect(JSON.stringify(errors)).toContain('limit must be a whole number');
  });
});
