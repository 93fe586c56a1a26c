// Random worlds: records in an order in which they can be recorded, with everything that may happen to them on the way.

import fc from 'fast-check';
import type { AnyRecord } from '../naive/record.js';
import { recordedDomains } from './pages.js';
import { type RandomRun, randomRuns, runOf } from './runs.js';
import { turn } from './times.js';
import { aliases, brandIds, brandNames, competitorNames, modelIds, tags, texts } from './words.js';

/** Something that happens to what is recorded besides runs. */
type Change =
  | { readonly kind: 'tags'; readonly prompt: number; readonly tags: readonly string[]; readonly text: string }
  | { readonly kind: 'rename'; readonly brand: number; readonly pick: number; readonly domains: readonly string[] }
  | {
      readonly kind: 'track';
      readonly brand: number;
      readonly pick: number;
      readonly tracked: boolean;
      readonly domains: readonly string[];
    }
  | { readonly kind: 'label'; readonly model: number; readonly label: string }
  | { readonly kind: 'move'; readonly prompt: number; readonly brand: number };

const someDomains = fc.subarray(recordedDomains, { maxLength: 3 });

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('tags' as const),
    prompt: fc.nat(20),
    tags: fc.subarray(tags),
    text: texts.map((text) => `p${text}`),
  }),
  fc.record({ kind: fc.constant('rename' as const), brand: fc.nat(5), pick: fc.nat(20), domains: someDomains }),
  fc.record({
    kind: fc.constant('track' as const),
    brand: fc.nat(5),
    pick: fc.nat(40),
    tracked: fc.boolean(),
    domains: someDomains,
  }),
  fc.record({ kind: fc.constant('label' as const), model: fc.nat(5), label: fc.constantFrom('ChatGPT', 'Ü', 'x y') }),
  fc.record({ kind: fc.constant('move' as const), prompt: fc.nat(20), brand: fc.nat(5) }),
);

interface Plan {
  readonly turn: number;
  readonly organizations: number;
  readonly brands: readonly {
    readonly offset: number;
    readonly names: number;
    readonly tracked: number;
    /** Of the brand, then of its competitors in turn. */
    readonly domains: readonly (readonly string[])[];
  }[];
  readonly prompts: readonly (readonly string[])[];
  readonly events: readonly (RandomRun | Change)[];
}

export interface RandomWorld {
  /** The instant around which everything happens. */
  readonly turn: number;
  readonly records: readonly AnyRecord[];
}

/** Worlds of at most `runs` runs. They shrink towards few records. In dense ones, the runs are many, of one brand and few prompts. */
export function randomWorlds(runs: number, isDense = false): fc.Arbitrary<RandomWorld> {
  return fc
    .record({
      turn,
      organizations: fc.integer({ min: 1, max: 3 }),
      brands: fc.array(
        fc.record({
          offset: fc.nat(competitorNames.length - 1),
          names: fc.integer({ min: 1, max: 9 }),
          tracked: fc.nat(6),
          domains: fc.array(someDomains, { minLength: 1, maxLength: 4 }),
        }),
        { minLength: 1, maxLength: isDense ? 1 : brandIds.length },
      ),
      prompts: fc.array(fc.subarray(tags), isDense ? { minLength: 5, maxLength: 8 } : { minLength: 1, maxLength: 12 }),
      events: fc.array(
        fc.oneof({ weight: 14, arbitrary: randomRuns(Math.ceil(runs * 0.8)) }, { weight: 1, arbitrary: changes }),
        { minLength: isDense ? runs / 2 : 0, maxLength: runs, size: 'max' },
      ),
    })
    .map((plan) => ({ turn: plan.turn, records: JSON.parse(JSON.stringify(recordsOf(plan))) }));
}

function recordsOf(plan: Plan): readonly AnyRecord[] {
  const brands = plan.brands.map((_, index) => brandOf(plan, index));
  return [
    ...Array.from({ length: plan.organizations }, (_, index) => organizationOf(index)),
    { type: 'model', id: modelIds[0] ?? '', label: 'ChatGPT' },
    ...brands.flatMap((brand) => [brand.record, ...brand.competitors.slice(0, brand.tracked).map(brand.track)]),
    ...plan.prompts.map((carried, index) => promptOf(plan, index, carried)),
    ...plan.events.map((event) => (event.kind === 'run' ? runFrom(plan, event) : changeFrom(plan, event))),
  ];
}

function organizationOf(index: number): AnyRecord {
  return { type: 'organization', id: `organization-${index}`, name: `Organization ${index}` };
}

/** A brand of the plan as it is at first, and the names that its runs may mention. */
function brandOf({ brands, organizations }: Plan, index: number) {
  const plan = brands[index % brands.length] ?? { offset: 0, names: 1, tracked: 0, domains: [] };
  const { offset, names, tracked, domains } = plan;
  const id = brandIds[index % brands.length] ?? '';
  const competitors = [...competitorNames, ...competitorNames].slice(offset, offset + names);
  const organizationId = `organization-${(index % brands.length) % organizations}`;
  const ofName = (name: string) => aliases.filter((_, at) => (at + name.length) % 3 === 0);
  const ofCompetitor = (name: string) => domains[(1 + competitors.indexOf(name)) % domains.length] ?? [];
  const name = brandNames[offset % brandNames.length] ?? '';
  const record: AnyRecord = {
    type: 'brand',
    id,
    organizationId,
    name,
    aliases: aliases.slice(offset % 7, (offset % 7) + 1),
    domains: domains[0] ?? [],
  };
  const track = (competitor: string): AnyRecord => {
    return {
      type: 'competitor',
      brandId: id,
      name: competitor,
      aliases: ofName(competitor),
      domains: ofCompetitor(competitor),
    };
  };
  return { id, name, record, competitors, tracked, track };
}

/** A UUID whose order is not that of its number. */
function uuidOf(number: number): string {
  const scattered = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  return `${scattered.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function promptId(plan: Plan, index: number): string {
  return uuidOf(1_000_000 + (index % plan.prompts.length));
}

function promptOf(plan: Plan, index: number, carried: readonly string[]): AnyRecord {
  const at = index % plan.prompts.length;
  const { id: brandId, name } = brandOf(plan, at);
  // Every third names the brand.
  const text = at % 3 === 0 ? `prompt ${at} of ${name}` : `prompt ${at}`;
  return { type: 'prompt', id: promptId(plan, at), brandId, text, tags: carried };
}

function runFrom(plan: Plan, run: RandomRun): AnyRecord {
  const prompt = (run.id + (run.stray ? 1 : 0)) % plan.prompts.length;
  const brand = brandOf(plan, prompt);
  return runOf(run, uuidOf(run.id), {
    turn: plan.turn,
    promptId: promptId(plan, prompt),
    brandName: brand.name,
    competitors: brand.competitors,
    spoken: [brand.name, ...brand.competitors, ...aliases],
  });
}

function changeFrom(plan: Plan, change: Change): AnyRecord {
  switch (change.kind) {
    case 'tags':
      return { ...promptOf(plan, change.prompt, change.tags), text: change.text } as AnyRecord; // safe because the text is a prompt's
    case 'move':
      return { ...promptOf(plan, change.prompt, []), brandId: brandOf(plan, change.brand).id } as AnyRecord; // safe because it stays a prompt
    case 'label':
      return { type: 'model', id: ` ${modelIds[change.model]} `, label: change.label };
    case 'rename': {
      const names = [...brandNames, ...brandOf(plan, change.brand).competitors];
      return {
        ...brandOf(plan, change.brand).record,
        name: names[change.pick % names.length] ?? '',
        domains: change.domains,
      } as AnyRecord; // safe because it stays a brand
    }
    case 'track': {
      const brand = brandOf(plan, change.brand);
      const name = brand.competitors[change.pick % brand.competitors.length] ?? '';
      return { ...brand.track(name), tracked: change.tracked, domains: change.domains } as AnyRecord; // safe because it stays a competitor
    }
  }
}
