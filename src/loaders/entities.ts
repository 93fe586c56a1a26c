// Brands, prompts, models and competitors by their keys: one statement for all keys of a batch.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import { byCodePoint } from '../domain/metrics.js';
import { type AnnotationAsk, readAnnotations } from '../runs/brands/annotations.js';
import { byBrand, readChannels, readCompetitors, readSpans, type Span } from '../runs/brands/brands.js';
import { type NamedValues, readFirstTags, readMissing } from '../runs/brands/carried.js';
import { type ItemsOfBrand, readItemNumbers } from '../runs/items/numbers.js';
import { countPrompts, listPrompts, type PromptAsk, type PromptRow, readPrompts, readTags } from '../runs/prompts.js';
import type { Brand, Prompt } from '../runs/sizes.js';
import type { PendingTracker } from './pending-tracker.js';
import { reachable } from './read-whole.js';

export type { PromptRow } from '../runs/prompts.js';
export type { Brand, Prompt } from '../runs/sizes.js';

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface Model {
  readonly id: string;
  readonly label: string;
}

/** Entities that others depend on: while they are being loaded, no question leaves. */
export function entityLoaders(db: Reading, pending: PendingTracker, budget: Budget) {
  const { lookUp, pool, snapshot } = db;
  const loader = <K extends string, V>(read: (keys: readonly K[]) => Promise<readonly (V | Error)[]>) =>
    new DataLoader<K, V>(pending.track(read), { batchScheduleFn: pending.schedule });
  const models = loader(async (keys: readonly 'all'[]) => {
    const found: readonly Model[] = sorted(await lookUp((prisma) => prisma.model.findMany()), idOf);
    return keys.map(() => found);
  });
  return {
    /** `null`: there is no such brand. */
    brand: loader<string, Brand | null>(async (ids) =>
      byId(ids, await lookUp((prisma) => prisma.brand.findMany(ofIds(ids)))),
    ),
    /** By UUID in lower case; `null`: there is no such prompt. */
    prompt: loader<string, Prompt | null>(async (ids) =>
      byId(ids, await lookUp((prisma) => prisma.prompt.findMany(ofIds(ids)))),
    ),
    /** A prompt as a list has it, by UUID in lower case; `null`: there is no such prompt. */
    promptRow: loader<string, PromptRow | null>((ids) => readPrompts(pool, ids, budget)),
    /** Every model. */
    models,
    /** By id; `null`: there is no such model. */
    model: loader<string, Model | null>(async (ids) => byId(ids, await models.load('all'))),
    /** When a brand's first and last run were created, by its id. */
    span: loader<string, Span>(
      reachable(db, brandOf, (brandIds: readonly string[]) => snapshot((client) => readSpans(client, brandIds))),
    ),
  };
}

/** The id of a brand, or what is asked of one. */
type OfBrand = string | { readonly brandId: string };

const brandOf = (ask: OfBrand) => (typeof ask === 'string' ? ask : ask.brandId);
const nameOf = ({ name }: Named) => name;

/** Equal asks are one. */
const byValue = { cacheKeyFn: (ask: unknown) => JSON.stringify(ask) };

/** Lists for those who explore, in code point order of ids or names. */
export function listLoaders(db: Reading, budget: Budget) {
  const { lookUp, pool, snapshot } = db;
  const ofBrands = <K extends OfBrand, V>(load: (asks: readonly K[]) => Promise<readonly V[]>) =>
    new DataLoader<K, V, string>(reachable(db, brandOf, load), byValue);
  return {
    /** Every brand. */
    allBrands: new DataLoader(async (keys: readonly 'all'[]) => {
      const brands: readonly Brand[] = sorted(await lookUp((prisma) => prisma.brand.findMany()), idOf);
      return keys.map(() => brands);
    }),
    /** The brands of an organization, by its id. */
    brandsOf: new DataLoader(async (organizationIds: readonly string[]) => {
      const where = { organizationId: { in: [...organizationIds] } };
      const brands: readonly Brand[] = sorted(await lookUp((prisma) => prisma.brand.findMany({ where })), idOf);
      return organizationIds.map((id) => brands.filter((brand) => brand.organizationId === id));
    }),
    /** The tracked competitors of a brand, by its id. */
    competitors: ofBrands<string, readonly Named[]>(async (brandIds) =>
      byBrand(brandIds, sorted(await readCompetitors(pool, brandIds), nameOf)),
    ),
    /** The models, providers and markets of the runs of a brand, by its id. */
    channels: ofBrands<string, ChannelValues>(async (brandIds) =>
      byBrand(brandIds, await readChannels(pool, brandIds)).map((ours) => {
        const distinct = (values: readonly string[]) => sorted([...new Set(values)], (value) => value);
        return {
          models: distinct(ours.map(({ model }) => model)),
          providers: distinct(ours.map(({ provider }) => provider)),
          markets: distinct(ours.flatMap(({ market }) => market ?? [])),
        };
      }),
    ),
    /** A page of the prompts of a brand. */
    promptPage: new DataLoader((asks: readonly PromptAsk[]) => listPrompts(pool, asks, budget), byValue),
    /** How many prompts there are on all its pages. */
    promptTotal: new DataLoader((asks: readonly PromptAsk[]) => countPrompts(pool, asks), byValue),
    /** The tags that prompts of a brand carry now, by its id. */
    tags: new DataLoader((brandIds: readonly string[]) => readTags(pool, brandIds, budget)),
    /** The first of them, and their number, by its id. */
    firstTags: new DataLoader((brandIds: readonly string[]) => readFirstTags(pool, brandIds)),
    /** What filters name and nothing of their brand carries. */
    missing: ofBrands((asks: readonly NamedValues[]) => readMissing(pool, asks)),
    /** The annotations of a brand that touch a window. */
    annotations: ofBrands((asks: readonly AnnotationAsk[]) =>
      snapshot((client) => readAnnotations(client, asks, budget)),
    ),
    /** The numbers of items of a brand. */
    itemNumbers: new DataLoader((asks: readonly ItemsOfBrand[]) => readItemNumbers(pool, asks), byValue),
    /** `null`: there is no such organization. */
    organization: new DataLoader<string, Organization | null>(async (ids) =>
      byId(ids, await lookUp((prisma) => prisma.organization.findMany(ofIds(ids)))),
    ),
  };
}

/** In code point order. */
interface ChannelValues {
  /** Ids. */
  readonly models: readonly string[];
  readonly providers: readonly string[];
  readonly markets: readonly string[];
}

interface Named {
  readonly name: string;
}

interface Identified {
  readonly id: string;
}

export const idOf = ({ id }: Identified) => id;

function ofIds(ids: readonly string[]) {
  return { where: { id: { in: [...ids] } } };
}

function byId<Row extends Identified>(ids: readonly string[], rows: readonly Row[]): (Row | null)[] {
  return inKeyOrder(ids, rows, idOf);
}

/** Rows in the order of `keys`; a missing key is `null`, never a gap. */
export function inKeyOrder<K, V>(keys: readonly K[], rows: readonly V[], keyOf: (row: V) => K): (V | null)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? null);
}

export function sorted<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return [...rows].sort((a, b) => byCodePoint(nameOf(a), nameOf(b)));
}
