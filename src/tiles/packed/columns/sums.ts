// The sums of each model: its runs, their citations, and the sums of each company.

import {
  addPackedSums,
  addSums,
  addSumsAt,
  type CompanySums,
  companySums,
  noSums,
  packSums,
  sumsAt,
} from '../../../domain/company-sums.js';
import { brandCompany, type DaySums } from '../../../domain/summary.js';
import type { ByteReader, ByteWriter } from '../bytes.js';
import type { Cell } from '../cell.js';
import { at } from '../maps.js';
import {
  type ColumnFigures,
  eachKey,
  type KeptColumn,
  type KeptPlace,
  objectBytes,
  type StoredColumn,
  writeMap,
} from './column.js';

/** The sums of one model. */
interface Totals {
  runs: number;
  citations: number;
  readonly companies: Map<number, CompanySums>;
}

export class SumsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  private readonly totals = new Map<number, Totals>();
  /** What kept sums add up to by model, until somebody looks at `models`: adding to arrays is several times faster. */
  private readonly included = new Map<number, Included>();

  get models(): Map<number, Totals> {
    for (const [model, sums] of this.included) addIncluded(at(this.totals, model, noTotals), sums);
    this.included.clear();
    return this.totals;
  }

  get isEmpty(): boolean {
    return this.models.size === 0;
  }

  add({ model, runs, citations, companies }: Cell): void {
    const totals = at(this.models, model, noTotals);
    totals.runs += runs;
    totals.citations += citations;
    for (let place = 0; place < companies.length; place++) {
      const sums = companies.sums[place];
      if (sums) addSums(at(totals.companies, companies.companies[place] ?? 0, noSums), sums);
    }
  }

  write(to: ByteWriter): void {
    writeMap(to, this.models, ({ runs, citations, companies }) => {
      to.varint(runs);
      to.varint(citations);
      writeMap(to, companies, (sums) => packSums(sums, to));
    });
  }

  unite({ from, selects }: StoredColumn): void {
    eachKey(from, (model) => {
      if (selects(model)) uniteTotals(from, at(this.models, model, noTotals));
      else skipTotals(from);
    });
  }

  keep(): KeptColumn {
    return new KeptSums([...this.models].map(keptTotals));
  }

  include({ kept, selects }: KeptPlace): void {
    if (!(kept instanceof KeptSums)) return;
    for (const { model, runs, citations, companies, sums } of kept.models) {
      if (!selects(model)) continue;
      const totals = at(this.totals, model, noTotals);
      totals.runs += runs;
      totals.citations += citations;
      const into = this.roomFor(model, (companies.at(-1) ?? 0) + 1);
      for (let place = 0; place < companies.length; place++) {
        const company = companies[place] ?? 0;
        into.isNamed[company] = 1;
        const [to, from] = [company * sumsWidth, place * sumsWidth];
        for (let sum = 0; sum < sumsWidth; sum++)
          into.sums[to + sum] = (into.sums[to + sum] ?? 0) + (sums[from + sum] ?? 0);
      }
    }
  }

  /** The included sums of a model, with room for so many companies. */
  private roomFor(model: number, companies: number): Included {
    const before = this.included.get(model);
    if (before && before.isNamed.length >= companies) return before;
    const length = Math.max(companies, (before?.isNamed.length ?? 0) * 2);
    const room = { isNamed: new Uint8Array(length), sums: new Float64Array(length * sumsWidth) };
    room.isNamed.set(before?.isNamed ?? []);
    room.sums.set(before?.sums ?? []);
    this.included.set(model, room);
    return room;
  }
}

/** By company: whether it is named at all, and its sums, in the order of `companySums`. */
interface Included {
  readonly isNamed: Uint8Array;
  readonly sums: Float64Array;
}

const sumsWidth = companySums.length;

function addIncluded({ companies }: Totals, { isNamed, sums }: Included): void {
  for (let company = 0; company < isNamed.length; company++)
    if (isNamed[company]) addSums(at(companies, company, noSums), sumsAt(sums, company * sumsWidth));
}

/** The totals of a model as they are kept. */
interface KeptTotals extends DaySums {
  readonly model: number;
  readonly citations: number;
  /** Ascending. */
  readonly companies: Int32Array;
  /** Of each company in turn, in the order of `companySums`. */
  readonly sums: Float64Array;
}

/** Kept sums, which are also those of one place in time. */
export class KeptSums implements KeptColumn {
  readonly bytes: number;

  constructor(readonly models: readonly KeptTotals[]) {
    const ofModel = ({ companies, sums }: KeptTotals) => companies.byteLength + sums.byteLength + 6 * objectBytes;
    this.bytes = models.reduce((bytes, each) => bytes + ofModel(each), objectBytes);
  }
}

function keptTotals([model, { runs, citations, companies }]: readonly [number, Totals]): KeptTotals {
  const ids = Int32Array.from(companies.keys()).sort();
  const sums = new Float64Array(ids.length * sumsWidth);
  for (const [place, company] of ids.entries()) addSumsAt(sums, place * sumsWidth, companies.get(company) ?? noSums());
  const allMentions = [...companies.values()].reduce((mentions, each) => mentions + each.mentions, 0);
  const brand = companies.get(brandCompany) ?? noSums();
  return { model, runs, citations, companies: ids, sums, allMentions, brand };
}

function noTotals(): Totals {
  return { runs: 0, citations: 0, companies: new Map() };
}

function uniteTotals(from: ByteReader, into: Totals): void {
  into.runs += from.varint();
  into.citations += from.varint();
  eachKey(from, (company) => addPackedSums(at(into.companies, company, noSums), from));
}

const skipped = noSums();

function skipTotals(from: ByteReader): void {
  from.varint();
  from.varint();
  eachKey(from, () => addPackedSums(skipped, from));
}

/** Visits the stored sums of each model as the sums of one place in time. */
export function eachModelSums(from: ByteReader, visit: (model: number, sums: DaySums) => void): void {
  eachKey(from, (model) => {
    const runs = from.varint();
    from.varint();
    const brand = noSums();
    const others = noSums();
    eachKey(from, (company) => addPackedSums(company === brandCompany ? brand : others, from));
    visit(model, { runs, allMentions: brand.mentions + others.mentions, brand });
  });
}
