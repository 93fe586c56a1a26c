// What has to be known of brands before their tiles are read, in one statement: a round trip costs as much as a day's tiles.

import type pg from 'pg';
import type { Ask, Company } from '../domain/summary.js';
import { type Mark, quarterOf } from './marks.js';
import { at } from './tile.js';

export interface Known {
  /** Model ids by number. */
  readonly models: ReadonlyMap<number, string>;
  /** By brand, within the windows of the asks, by quarter ascending. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  /** By brand, where sums are asked for. */
  readonly companies: ReadonlyMap<string, readonly Company[]>;
}

interface Row {
  readonly kind: 'model' | 'mark' | 'company';
  readonly brandId: string;
  readonly number: number;
  readonly name: string;
  readonly tracked: boolean;
  readonly added: string[] | null;
}

/** Models, and the marks and companies of the brands that `asks` are about. */
export async function readKnown(client: pg.ClientBase, asks: readonly Ask[]): Promise<Known> {
  const { rows } = await client.query<Row>(
    `select 'model' as kind, '' as "brandId", number, id as name, null::boolean as tracked, null::uuid[] as added from model
     union all
     select 'mark', brand_id, quarter, '', null, added from mark where brand_id = any($1) and quarter between $2 and $3
     union all
     select 'company', brand_id, id, name, tracked, null from company where brand_id = any($4)`,
    [
      brandsOf(asks),
      Math.min(...asks.map(({ question }) => quarterOf(question.window.start))),
      Math.max(...asks.map(({ question }) => quarterOf(question.window.end))),
      brandsOf(asks.filter(({ parts }) => parts.has('sums'))),
    ],
  );
  const models = new Map<number, string>();
  const marks = new Map<string, Mark[]>();
  const companies = new Map<string, Company[]>();
  for (const { kind, brandId, number, name, tracked, added } of rows) {
    if (kind === 'model') models.set(number, name);
    else if (kind === 'mark') at(marks, brandId, (): Mark[] => []).push({ quarter: number, added });
    else at(companies, brandId, (): Company[] => []).push({ id: number, name, tracked });
  }
  return { models, marks, companies };
}

function brandsOf(asks: readonly Ask[]): readonly string[] {
  return [...new Set(asks.map(({ question }) => question.brandId))];
}
