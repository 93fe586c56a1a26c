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
    this.urls.add(this.runs, urls);
    this.domains.add(this.runs, domains);
    this.queries.add(this.runs, queries);
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
    return {
      ...{ ...key, runs, citations, searched, first, last },
      companies: { length: companies.size, companies: [...companies.keys()], sums: [...companies.values()] },
      urls: this.urls.finish(),
      domains: this.domains.finish(),
      queries: this.queries.finish(),
    };
  }
}

/** More runs than these are in no quarter hour, and the numbers below fit in the 53 bits of a number. */
const maxRuns = 2 ** 21;

/** Counts items by citations and by runs. */
class CitedBuilder {
  /** Each citation: the item, then the place of the run. */
  private readonly keys: number[] = [];

  add(run: number, items: readonly number[]): void {
    if (run >= maxRuns) throw new RangeError(`A cell has more than ${maxRuns} runs.`);
    for (const item of items) this.keys.push(item * maxRuns + run);
  }

  finish(): Cited {
    const keys = sorted(this.keys);
    const cited = { ids: [] as number[], runs: [] as number[], citations: [] as number[] };
    let length = 0;
    let previous = -1;
    for (const key of keys) {
      const id = Math.floor(key / maxRuns);
      if (length === 0 || cited.ids[length - 1] !== id) {
        length++;
        cited.ids.push(id);
        cited.runs.push(0);
        cited.citations.push(0);
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
