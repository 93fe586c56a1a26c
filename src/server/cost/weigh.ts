// Weighs a document before it is executed: one statement reads the stored sizes of the subjects it names, which determine its cost.

import { mayRead } from '../../auth/viewer.js';
import { uuid } from '../../domain/limits.js';
import { type BrandSizes, type FoundSizes, noSizes, type SizesAsk, sizeColumns } from '../../loaders/sizes.js';
import type { Context } from '../../schema/builder/context.js';
import { nameOf, nothingStored, type StoredSizes, type Subject, type Variables } from './cost-sum.js';
import type { Measures } from './measure.js';

type Weighing = Pick<Context, 'viewer' | 'loaders'>;

/** The sizes that the cost of a document depends on. No statement is sent if there are none. */
export async function readStoredSizes(weighing: Weighing, measures: Measures, variables: Variables) {
  const { viewer, loaders } = weighing;
  const ask = askOf(weighing, measures, variables);
  const isNothing = ask.brandIds.length + ask.promptIds.length === 0 && !ask.more && !ask.models;
  if (isNothing) return nothingStored;
  const found = await loaders.sizes(ask);
  const readable = found.brands.filter((brand) => mayRead(viewer, brand));
  return toStored(found, readable);
}

function askOf({ viewer }: Weighing, { subjects, uses }: Measures, variables: Variables): SizesAsk {
  const columns = sizeColumns.filter((column) => uses.has(column));
  const organizationId = viewer.kind === 'admin' ? null : viewer.organizationId;
  return {
    brandIds: namesOf(subjects, variables, (subject) => subject.argument !== 'promptId').filter(isIdentifier),
    promptIds: namesOf(subjects, variables, (subject) => subject.argument === 'promptId').filter((id) => uuid.test(id)),
    more: uses.has('brands') ? { organizationId } : null,
    columns: new Set(columns),
    models: uses.has('models'),
  };
}

function namesOf(subjects: ReadonlySet<Subject>, variables: Variables, isMeant: (subject: Subject) => boolean) {
  return [...new Set([...subjects].filter(isMeant).map((subject) => nameOf(subject, variables)))];
}

/** Whether this is a possible brand id. Others are refused later. */
function isIdentifier(id: string): boolean {
  return id !== '' && id.length <= 256 && !id.includes('\0');
}

function toStored({ prompts, models }: FoundSizes, readable: FoundSizes['brands']): StoredSizes {
  const byId = new Map(readable.map((brand) => [brand.id, brand]));
  const brandOfPrompt = new Map(prompts.map(({ id, brandId }) => [id, brandId]));
  return {
    models: models?.length ?? 0,
    brandOf: (argument, name) => byId.get(argument === 'promptId' ? (brandOfPrompt.get(name) ?? '') : name) ?? null,
    brands: readable.length,
    largest: largestOf(readable),
  };
}

const counted = ['companies', 'competitors', 'prompts', 'domains', 'urls', 'queries'] as const;

function largestOf(brands: readonly BrandSizes[]): StoredSizes['largest'] {
  const totals = counted.map((size) => {
    let total = 0;
    const largestFirst = brands.map((brand) => brand[size]).sort((a, b) => b - a);
    return [size, largestFirst.map((each) => (total += each))] as const;
  });
  const meansOf = (count: number) => totals.map(([size, sums]) => [size, (sums[count - 1] ?? 0) / Math.max(1, count)]);
  return (count) => ({ ...noSizes, ...Object.fromEntries(meansOf(count)) });
}
