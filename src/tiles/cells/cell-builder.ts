// Adds up the runs of a cell. Pure.

import { addMention, type CompanySums, noSums } from '../../domain/company-sums.js';
import { at } from '../../domain/counts/maps.js';
import type { Cell } from '../packed/cell.js';
import type { Cited } from '../packed/cited.js';

/** What a run says. Items are repeated as often as it cites them. */
interface RunFigures {
  /** When it was created, milliseconds within the quarter hour. */
  readonly offset: number;
  readonly citations: number;
  /** Lists that run parallel. */
  readonly mentions: {
    readonly companies: readonly number[];
    readonly sentiments: readonly number[];
    readonly positions: readonly number[];
  };
  readonly urls: readonly number[];
  readonly domains: readonly number[];
  readonly queries: readonly number[];
}

export class CellBuilder {
  private runs = 0;
  private citations = 0;
  private searched = 0;
  private first = Number.POSITIVE_INFINITY;
  private last = 0;
  private readonly companies = new Map<number, CompanySums>();
  private readonly urls = new CitedBuilder();
  private readonly domains = new CitedBuilder();
  private readonly queries = new CitedBuilder();

  constructor(private readonly key: Pick<Cell, 'prompt' | 'channel' | 'outcome'>) {}

  add({ offset, citations, mentions, urls, domains, queries }: RunFigures): void {
    this.urls.add(urls);
    this.domains.add(domains);
    this.queries.add(queries);
    this.runs++;
    this.citations += citations;
    this.searched += Number(queries.length > 0);
    this.first = Math.min(this.first, offset);
    this.last = Math.max(this.last, offset);
    for (const [place, company] of mentions.companies.entries()) {
      const sums = at(this.companies, company, noSums);
      addMention(sums, mentions.sentiments[place] ?? 0, mentions.positions[place] ?? 0);
    }
  }

  finish(): Cell {
    const { key, runs, citations, searched, first, last, companies } = this;
    const { prompt, channel, outcome } = key;
    // Spread, they would take as long as all the rest.
    return {
      prompt,
      channel,
      outcome,
      runs,
      citations,
      searched,
      first,
      last,
      companies: { length: companies.size, companies: [...companies.keys()], sums: [...companies.values()] },
      urls: this.urls.finish(),
      domains: this.domains.finish(),
      queries: this.queries.finish(),
    };
  }
}

/** More runs than these are in no cell of a quarter hour, and the keys below fit in the 53 bits of a number: an item has 31. */
const maxRuns = 2 ** 22;

/** Counts items by citations and by runs. */
class CitedBuilder {
  /** Of each run, the items that it cites. */
  private readonly runs: (readonly number[])[] = [];

  add(items: readonly number[]): void {
    this.runs.push(items);
  }

  finish(): Cited {
    const size = this.runs.length;
    if (size > maxRuns) throw new RangeError(`A cell has more than ${maxRuns} runs.`);
    // Each citation: the item, then the place of the run; of one run, as most cells have, the item alone.
    const keys: number[] = [];
    for (let run = 0; run < size; run++) for (const item of this.runs[run] ?? []) keys.push(item * size + run);
    const ascending = sorted(keys);
    const cited = { ids: [] as number[], runs: [] as number[], citations: [] as number[] };
    let [length, last, previous] = [0, -1, -1];
    for (let at = 0; at < ascending.length; at++) {
      const key = ascending[at] ?? 0;
      const id = Math.floor(key / size);
      if (id !== last) {
        length++;
        cited.ids.push(id);
        cited.runs.push(0);
        cited.citations.push(0);
        last = id;
      }
      cited.citations[length - 1] = (cited.citations[length - 1] ?? 0) + 1;
      if (key !== previous) cited.runs[length - 1] = (cited.runs[length - 1] ?? 0) + 1;
      previous = key;
    }
    return { length, ...cited };
  }
}

/** More numbers than these are faster sorted by the engine. */
const fewKeys = 32;

/** Sorts numbers in place where they are as few as those of one run, which most cells are: typed arrays of a few numbers cost most of a day. */
function sorted(keys: number[]): ArrayLike<number> & Iterable<number> {
  if (keys.length > fewKeys) return Float64Array.from(keys).sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    let to = at;
    for (; to > 0 && (keys[to - 1] ?? 0) > key; to--) keys[to] = keys[to - 1] ?? 0;
    keys[to] = key;
  }
  return keys;
}
