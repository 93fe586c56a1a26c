// Weighs a document before it is executed: one statement reads the stored sizes of the subjects it names, which determine its cost.

import { mayRead, type Viewer } from '../../auth/viewer.js';
import { uuid } from '../../domain/limits.js';
import type { Loaders } from '../../loaders/index.js';
import { type BrandSizes, type FoundSizes, type SizesAsk, sizeColumns } from '../../loaders/sizes.js';
import { nameOf, nothingStored, type StoredSizes, type Subject, type Variables } from './cost-sum.js';
import type { Measures } from './measure.js';

interface Weighing {
  readonly viewer: Viewer;
  readonly loaders: Pick<Loaders, 'sizes'>;
}

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
    meanBrand: meanOf(readable),
  };
}

function meanOf(brands: readonly BrandSizes[]): BrandSizes {
  const mean = (sizeOf: (brand: BrandSizes) => number) =>
    brands.reduce((total, brand) => total + sizeOf(brand), 0) / Math.max(1, brands.length);
  return {
    companies: mean(({ companies }) => companies),
    competitors: mean(({ competitors }) => competitors),
    prompts: mean(({ prompts }) => prompts),
    domains: mean(({ domains }) => domains),
    urls: mean(({ urls }) => urls),
    queries: mean(({ queries }) => queries),
    first: null,
    last: null,
  };
}
