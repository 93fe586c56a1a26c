// Computes figures from sums, and only here: one division each, never rounded; a ratio whose denominator is zero is `null`.

import { addSums, type CompanySums, labelled, noSums, type SentimentLabel } from './company-sums.js';
import type { CountsByPlace } from './counts/counts-by-place.js';
import { once } from './counts/maps.js';
import { brandCompany, type Company, type MentionSeries, type ModelSums } from './summary.js';

/** `part ÷ whole` as a double in [0, 1]; `null` if `whole` is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Share of a label among the labelled mentions; `null` if there are none. */
export function labelShare(sums: CompanySums, label: SentimentLabel): number | null {
  return ratio(sums[label], labelled(sums));
}

/** Arithmetic mean of the positions, at least 1; `null` if no mention has a position. */
export function averagePosition({ positionSum, positions }: CompanySums): number | null {
  return ratio(positionSum, positions);
}

/** The figures of one company in comparison with all others. */
export interface CompanyFigures {
  readonly company: number;
  readonly name: string;
  readonly isBrand: boolean;
  readonly sums: CompanySums;
  readonly mentions: number;
  readonly share: number | null;
  /** Mentions of all companies: the denominator of `share`. */
  readonly allMentions: number;
}

/**
 * The brand, every tracked competitor and every other company that a run mentions, by mentions descending, then the brand
 * first, then name ascending in code point order.
 */
export function companiesOf(
  models: readonly ModelSums[],
  companies: readonly Company[],
  brandName: string,
): readonly CompanyFigures[] {
  const sums = new Map<number, CompanySums>();
  for (const each of models) addByCompany(sums, each.companies);
  const allMentions = [...sums.values()].reduce((total, each) => total + each.mentions, 0);
  const counted = inNameOrder(companies).filter(({ id, tracked }) => tracked || (sums.get(id)?.mentions ?? 0) > 0);
  return [{ id: brandCompany, name: brandName }, ...counted]
    .map(({ id, name }) => {
      const own = sums.get(id) ?? noSums();
      return {
        company: id,
        name,
        isBrand: id === brandCompany,
        sums: own,
        mentions: own.mentions,
        share: ratio(own.mentions, allMentions),
        allMentions,
      };
    })
    .sort((a, b) => b.mentions - a.mentions || Number(b.isBrand) - Number(a.isBrand));
}

/** Sorted once for all models: what is left in this order where mentions are equal needs no names. */
const sorted = new WeakMap<readonly Company[], readonly Company[]>();

function inNameOrder(companies: readonly Company[]): readonly Company[] {
  const found = sorted.get(companies) ?? companies.toSorted((a, b) => byCodePoint(a.name, b.name));
  sorted.set(companies, found);
  return found;
}

/** All runs, and the figures of the companies in them. */
export interface Overall {
  readonly runs: number;
  /** Counts every occurrence. */
  readonly citations: number;
  readonly brand: CompanyFigures;
  /** Including the brand, in the order of the response. */
  readonly companies: readonly CompanyFigures[];
}

export function overallOf(models: readonly ModelSums[], companies: readonly Company[], brandName: string): Overall {
  const standing = companiesOf(models, companies, brandName);
  const brand = standing.find(({ isBrand }) => isBrand);
  if (!brand) throw new Error('The brand is missing among its companies.');
  return {
    runs: models.reduce((total, each) => total + each.runs, 0),
    citations: models.reduce((total, each) => total + each.citations, 0),
    brand,
    companies: standing,
  };
}

/** The brand's sums within one model. */
export function brandSums({ companies }: ModelSums): CompanySums {
  return companies.get(brandCompany) ?? noSums();
}

/** Adds the sums of companies to those that `total` has of them. */
export function addByCompany(total: Map<number, CompanySums>, companies: ModelSums['companies']): void {
  for (const [company, sums] of companies) {
    const into = total.get(company) ?? noSums();
    addSums(into, sums);
    total.set(company, into);
  }
}

/** The runs that mention each company on each listed day, and the mentions of all companies. */
export interface AddedSeries {
  readonly of: (company: number) => readonly number[];
  readonly all: () => readonly number[];
}

/** The series of some models together, over `length` listed days. */
export function addedSeries(models: readonly MentionSeries[], length: number): AddedSeries {
  const added = (counts: readonly CountsByPlace[]) => {
    const sums = new Array<number>(length).fill(0);
    for (const each of counts)
      each.each((place, runs) => {
        sums[place] = (sums[place] ?? 0) + runs;
      });
    return sums;
  };
  return {
    of: (company) => added(models.flatMap(({ companies }) => companies.get(company) ?? [])),
    all: once(() => added(models.flatMap(({ companies }) => [...companies.values()]))),
  };
}

/** Models by runs descending, then id ascending in code point order. */
export function inModelOrder(models: readonly ModelSums[]): readonly ModelSums[] {
  return [...models].sort((a, b) => b.runs - a.runs || byCodePoint(a.model, b.model));
}

/** Code point order, which differs from the order of UTF-16 units beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at === length ? a.length - b.length : rankAt(a, at) - rankAt(b, at);
}

/** Halves of pairs stand for code points beyond all that are one unit. */
function rankAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
