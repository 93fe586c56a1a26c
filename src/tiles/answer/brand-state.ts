// What is read of brands before their tiles, in one statement: a round trip costs as much as a day's tiles.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';
import type { RunSpan } from '../../domain/series.js';
import type { Ask, Company } from '../../domain/summary.js';
import { monthLevel, periodOf } from '../packed/levels.js';
import { at } from '../packed/maps.js';
import { needsSpan, spanOf } from '../plain/run-spans.js';
import { quarterOf, type ReadMark } from '../stored/marks.js';
import { type TagSelection, type TagSelectionRow, tagSelectionOf, toTagSelection } from '../stored/scopes.js';
import { type Proven, proofSql, type Stamps, stampsOf } from '../stored/stamps.js';

/** What is read of brands before their tiles. */
export interface BrandState {
  /** Model ids by number. */
  readonly models: ReadonlyMap<number, string>;
  /** By brand, within the windows of the asks, by quarter ascending. */
  readonly marks: ReadonlyMap<string, readonly ReadMark[]>;
  /** By brand, where sums are asked for. */
  readonly companies: ReadonlyMap<string, readonly Company[]>;
  /** What the tags of an ask select; only asks with tags have one. */
  readonly selections: ReadonlyMap<Ask, TagSelection>;
  /** The brand's runs in the window; only asks with a long window, and a run in it, have one. */
  readonly spans: ReadonlyMap<Ask, RunSpan>;
  /** Of the months that hold the windows of the asks. */
  readonly stamps: Stamps;
  /** What the answers depend on, and what was found of it. */
  readonly proven: Proven;
  readonly proof: string;
}

interface Row {
  readonly kind: 'model' | 'mark' | 'company' | 'selection' | 'span' | 'proof';
  /** The brand's, except where it is the place of an ask. */
  readonly of: string;
  readonly number: number;
  readonly name: string;
  readonly tracked: boolean;
  readonly added: string[] | null;
  readonly selection: TagSelectionRow;
  readonly span: RunSpan | null;
}

/** A quarter with more new runs than these is read as a stale one: all its runs by their time take less than so many by their ids. */
const maxAdded = 300;

/** Models, and the marks, companies and scopes of the brands that `asks` are about. */
export async function readBrandState(client: pg.ClientBase, asks: readonly Ask[]): Promise<BrandState> {
  const { values, bind } = bindings();
  const first = Math.min(...asks.map(({ question }) => quarterOf(question.window.start)));
  const last = Math.max(...asks.map(({ question }) => quarterOf(question.window.end)));
  const proven = {
    brandIds: brandsOf(asks),
    months: { first: periodOf(first, monthLevel), last: periodOf(last, monthLevel) },
  };
  const summed = asks.filter(({ parts }) => parts.has('sums'));
  const selects = [
    `select 'model' as kind, '' as of, number, id as name, null::boolean as tracked, null::uuid[] as added,
       null::json as selection, null::json as span from model`,
    `select 'proof', '', 0, ${proofSql(proven, bind)}, null, null, null, null`,
    `select 'mark', brand_id, quarter, concat(id, ' ', made_at), null,
       case when sum(cardinality(added)) over (partition by brand_id, quarter) <= ${maxAdded} then added end, null, null from mark
     where brand_id = any(${bind(brandsOf(asks))}) and quarter between ${bind(first)} and ${bind(last)}`,
    // An empty list of brands would be looked for on every node of a cluster.
    ...(summed.length === 0
      ? []
      : [
          `select 'company', brand_id, id, name, tracked, null, null, null from company
           where brand_id = any(${bind(brandsOf(summed))})`,
        ]),
    ...asks.flatMap(({ question: { brandId, tags } }, place) =>
      tags.length === 0
        ? []
        : `select 'selection', '${place}', 0, '', null, null, ${tagSelectionOf(bind(brandId), bind(tags))}, null`,
    ),
    ...asks.flatMap((ask, place) =>
      needsSpan(ask) ? `select 'span', '${place}', 0, '', null, null, null, ${spanOf(ask.question, bind)}` : [],
    ),
  ];
  const { rows } = await client.query<Row>(selects.join('\nunion all\n'), values);
  return { ...toBrandState(rows, asks), proven };
}

function toBrandState(rows: readonly Row[], asks: readonly Ask[]): Omit<BrandState, 'proven'> {
  const models = new Map<number, string>();
  const marks = new Map<string, ReadMark[]>();
  const companies = new Map<string, Company[]>();
  const selections = new Map<Ask, TagSelection>();
  const spans = new Map<Ask, RunSpan>();
  let proof = '{}';
  for (const { kind, of, number, name, tracked, added, selection, span } of rows) {
    const ask = (kind === 'selection' || kind === 'span') && asks[Number(of)];
    if (ask && kind === 'selection') selections.set(ask, toTagSelection(selection));
    else if (ask && span) spans.set(ask, span);
    else if (ask) continue;
    else if (kind === 'proof') proof = name;
    else if (kind === 'model') models.set(number, name);
    else if (kind === 'mark') at(marks, of, (): ReadMark[] => []).push({ quarter: number, added, id: name });
    else at(companies, of, (): Company[] => []).push({ id: number, name, tracked });
  }
  return { models, marks, companies, selections, spans, proof, stamps: stampsOf(proof) };
}

function brandsOf(asks: readonly Ask[]): readonly string[] {
  return [...new Set(asks.map(({ question }) => question.brandId))];
}
