// Who leads is found for all rows at once: the pairs of a prompt and a company are looked at a fixed number of times, however many rows are shown.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noSums } from '../../../src/domain/company-sums.js';
import type { MentionCounts } from '../../../src/domain/counts/mention-counts.js';
import type { ListAsk, PromptRow } from '../../../src/domain/lists/lists.js';
import {
  mergeMentions,
  type PromptFigures,
  type PromptTable,
  tableOf,
} from '../../../src/domain/lists/prompt-table.js';
import { promptList } from '../../../src/tiles/lists/prompt-list.js';

/** By prompt, then by company. */
type Mentions = readonly (readonly number[])[];

function table(mentions: Mentions): PromptTable {
  const figures = mentions.map((counts): PromptFigures => {
    const found = counts.flatMap((count, index): [number, number][] => (count > 0 ? [[index + 1, count]] : []));
    const sums = { runs: 9, citations: 0, searched: 0, gaps: 0, first: 0, last: 0, brand: noSums() };
    return { ...sums, mentions: new Map(found) };
  });
  return tableOf(new Map(figures.map((each, prompt) => [prompt + 1, each])));
}

/** The same counts, with `onRead` called whenever one of them is read. */
function watched(mentions: MentionCounts, onRead: () => void): MentionCounts {
  const watch = (counts: Float64Array): Float64Array =>
    new Proxy(counts, {
      get: (of, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) onRead();
        const value: unknown = Reflect.get(of, key, of);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return new Map([...mentions].map(([company, { places, counts }]) => [company, { places, counts: watch(counts) }]));
}

const ask = {
  kind: 'prompts',
  question: {},
  compared: null,
  presence: 'current',
  outcome: 'all',
  orderBy: 'gap',
  direction: 'desc',
  wants: new Set(['rows']),
} as unknown as ListAsk<'prompts'>; // safe because of an ask a list of prompts reads these alone

/** The leaders of all rows, as they are shown: `names` are those of the companies from 1 on. */
function leadersOf(promptTotals: PromptTable, names: readonly string[]): readonly PromptRow['leader'][] {
  const list = promptList(ask, { current: promptTotals, before: mergeMentions([]) });
  list.keys();
  const companies = new Map((list.leadersOf?.(list.ids.keys()) ?? []).map((id) => [id, names[id - 1] ?? '']));
  const row = list.rows({
    urlDomains: new Int32Array(0),
    ownerOf: () => ({ category: 'other', company: null }),
    companies,
  });
  return Array.from(list.ids, (id, place) => row(place, { id, name: '', text: '', domain: null, tags: [] }).leader);
}

const sizes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 }));
const worlds = sizes.chain(([prompts, companies]) =>
  fc.record({
    mentions: fc.array(fc.array(fc.constantFrom(0, 0, 1, 2, 3), { minLength: companies, maxLength: companies }), {
      minLength: prompts,
      maxLength: prompts,
    }),
    names: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: companies, maxLength: companies }),
  }),
);

describe('the leaders of prompts', () => {
  it('have most mentions, and of those the first name', () => {
    const property = fc.property(worlds, ({ mentions, names }) => {
      const expected = mentions.map((counts) => {
        const most = Math.max(...counts);
        const tied = names.filter((_, index) => counts[index] === most).map((name) => [...name]);
        const [name] = tied.sort(byCodePoint);
        return most === 0 || !name ? null : { name: name.join(''), mentions: most };
      });
      expect(leadersOf(table(mentions), names)).toEqual(expected);
    });
    fc.assert(property);
  });

  it('take as many looks at a pair for a thousand rows as for ten', () => {
    const looks = (rows: number) => {
      const mentions = Array.from({ length: rows }, (_, row) => Array.from({ length: 20 }, (_, at) => (row * at) % 3));
      const whole = table(mentions);
      let reads = 0;
      const promptTotals = { ...whole, mentions: watched(whole.mentions, () => reads++) };
      const names = Array.from({ length: 20 }, (_, at) => `Company ${at}`);
      leadersOf(promptTotals, names);
      const pairs = mentions.flat().filter((count) => count > 0).length;
      return reads / pairs;
    };
    expect(looks(1_000)).toBeLessThan(1.5 * looks(10));
    expect(looks(1_000)).toBeLessThan(4);
  });
});

function byCodePoint(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
