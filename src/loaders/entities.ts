// Brands, prompts, models and competitors by their keys: one statement for all keys of a batch.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import { byCodePoint } from '../domain/metrics.js';
import { readCompetitors } from '../runs/competitors.js';
import { countPrompts, listPrompts, type PromptAsk, type PromptRow, readPrompts, readTags } from '../runs/prompts.js';
import { readSpans, type Span } from '../runs/span.js';
import type { PendingTracker } from './pending-tracker.js';

export interface Brand {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

export interface Prompt {
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly tags: readonly string[];
}

export type { PromptRow } from '../runs/prompts.js';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Model {
  readonly id: string;
  readonly label: string;
}

/** Entities that others depend on: while they are being loaded, no question leaves. */
export function entityLoaders({ prisma, pool, snapshot }: Reading, pending: PendingTracker, budget: Budget) {
  const scheduled = { batchScheduleFn: pending.schedule };
  const models = new DataLoader(
    pending.track(async (keys: readonly 'all'[]) => {
      const found: readonly Model[] = sorted(await prisma.model.findMany(), ({ id }) => id);
      return keys.map(() => found);
    }),
    scheduled,
  );
  return {
    /** `null`: there is no such brand. */
    brand: new DataLoader<string, Brand | null>(
      pending.track(async (ids: readonly string[]) =>
        inKeyOrder(ids, await prisma.brand.findMany({ where: { id: { in: [...ids] } } }), ({ id }): string => id),
      ),
      scheduled,
    ),
    /** By UUID in lower case; `null`: there is no such prompt. */
    prompt: new DataLoader<string, Prompt | null>(
      pending.track(async (ids: readonly string[]) =>
        inKeyOrder(ids, await prisma.prompt.findMany({ where: { id: { in: [...ids] } } }), ({ id }): string => id),
      ),
      scheduled,
    ),
    /** A prompt as a list has it, by UUID in lower case; `null`: there is no such prompt. */
    promptRow: new DataLoader<string, PromptRow | null>(
      pending.track((ids: readonly string[]) => readPrompts(pool, ids, budget)),
      scheduled,
    ),
    /** Every model. */
    models,
    /** By id; `null`: there is no such model. */
    model: new DataLoader<string, Model | null>(
      pending.track(async (ids: readonly string[]) =>
        inKeyOrder(ids, await models.load('all'), ({ id }): string => id),
      ),
      scheduled,
    ),
    /** When a brand's first and last run were created, by its id. */
    span: new DataLoader<string, Span>(
      pending.track((brandIds: readonly string[]) => snapshot((client) => readSpans(client, brandIds))),
      scheduled,
    ),
  };
}

/** Equal asks are one. */
const byValue = { cacheKeyFn: (ask: PromptAsk) => JSON.stringify(ask) };

/** Lists for those who explore, in code point order of ids or names. */
export function listLoaders({ prisma, pool }: Reading, budget: Budget) {
  return {
    /** Every brand. */
    allBrands: new DataLoader(async (keys: readonly 'all'[]) => {
      const brands: readonly Brand[] = sorted(await prisma.brand.findMany(), ({ id }) => id);
      return keys.map(() => brands);
    }),
    /** The brands of an organization, by its id. */
    brandsOf: new DataLoader(async (organizationIds: readonly string[]) => {
      const where = { organizationId: { in: [...organizationIds] } };
      const brands: readonly Brand[] = sorted(await prisma.brand.findMany({ where }), ({ id }) => id);
      return organizationIds.map((id) => brands.filter((brand) => brand.organizationId === id));
    }),
    /** The tracked competitors of a brand, by its id. */
    competitors: new DataLoader(async (brandIds: readonly string[]) => {
      return grouped(brandIds, await readCompetitors(pool, brandIds), ({ name }) => name);
    }),
    /** A page of the prompts of a brand. */
    promptPage: new DataLoader((asks: readonly PromptAsk[]) => listPrompts(pool, asks, budget), byValue),
    /** How many prompts there are on all its pages. */
    promptTotal: new DataLoader((asks: readonly PromptAsk[]) => countPrompts(pool, asks), byValue),
    /** The tags that prompts of a brand carry now, by its id. */
    tags: new DataLoader((brandIds: readonly string[]) => readTags(pool, brandIds, budget)),
    /** `null`: there is no such organization. */
    organization: new DataLoader(async (ids: readonly string[]) =>
      inKeyOrder(ids, await prisma.organization.findMany({ where: { id: { in: [...ids] } } }), ({ id }): string => id),
    ),
  };
}

/** Rows in the order of `keys`; a missing key is `null`, never a gap. */
export function inKeyOrder<K, V>(keys: readonly K[], rows: readonly V[], keyOf: (row: V) => K): (V | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/** Each brand's rows, in the order of `brandIds`. */
function grouped<Row extends { readonly brandId: string }>(
  brandIds: readonly string[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row[][] {
  const byBrand = new Map(brandIds.map((id): [string, Row[]] => [id, []]));
  for (const row of sorted(rows, nameOf)) byBrand.get(row.brandId)?.push(row);
  return brandIds.map((id) => byBrand.get(id) ?? []);
}

function sorted<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return [...rows].sort((a, b) => byCodePoint(nameOf(a), nameOf(b)));
}
