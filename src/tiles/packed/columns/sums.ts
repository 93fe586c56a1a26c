// The sums of each model: its runs, their citations, and the sums of each company.

import { addPackedSums, addSums, type CompanySums, noSums, packSums } from '../../../domain/company-sums.js';
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
export interface Totals {
  runs: number;
  citations: number;
  readonly companies: Map<number, CompanySums>;
}

export class SumsColumn implements ColumnFigures {
  readonly sections = ['companies'] as const;
  readonly models = new Map<number, Totals>();

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
    for (const { model, runs, citations, companies } of kept.models) {
      if (!selects(model)) continue;
      const into = at(this.models, model, noTotals);
      into.runs += runs;
      into.citations += citations;
      for (const { company, sums } of companies) addSums(at(into.companies, company, noSums), sums);
    }
  }
}

/** The totals of a model as they are kept. */
interface KeptTotals extends DaySums {
  readonly model: number;
  readonly citations: number;
  readonly companies: readonly { readonly company: number; readonly sums: CompanySums }[];
}

/** Kept sums, which are also those of one place in time. */
export class KeptSums implements KeptColumn {
  readonly bytes: number;

  constructor(readonly models: readonly KeptTotals[]) {
    this.bytes = models.reduce((bytes, { companies }) => bytes + (companies.length + 2) * 2 * objectBytes, objectBytes);
  }
}

function keptTotals([model, { runs, citations, companies }]: readonly [number, Totals]): KeptTotals {
  const listed = [...companies].map(([company, sums]) => ({ company, sums }));
  const allMentions = listed.reduce((mentions, { sums }) => mentions + sums.mentions, 0);
  return { model, runs, citations, companies: listed, allMentions, brand: companies.get(brandCompany) ?? noSums() };
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
