// Who a run mentions: from its own fields, else from its assessments, else from its answer. Every mention gets an assessment. Pure.

import type { Fault } from '../errors.js';
import { type DerivedMention, deriverOf } from './derive.js';
import type { Assessment, RecordOf } from './records.js';
import type { BrandState, NamedCompany } from './state.js';

export interface Mentions {
  /** In the order they are recorded, or in that of their first occurrence when derived. */
  readonly competitorsMentioned: readonly string[];
  readonly brand: Assessment;
  /** One for each competitor mentioned, and those of others as they were recorded. */
  readonly competitors: ReadonlyMap<string, Assessment>;
}

/** The mentions of a run of `brand`, or every fault that keeps them from being known. */
export function mentionsOf(run: RecordOf<'run'>, brand: BrandState): Mentions | { readonly faults: readonly Fault[] } {
  const { brandMentioned, competitorsMentioned, assessments, answer } = run;
  const mentioned = brandMentioned ?? assessments?.brand?.mentioned ?? null;
  const listed = competitorsMentioned ?? (assessments && mentionedIn(assessments.competitors));
  const faults = answer === null ? missing({ mentioned, listed }) : [];
  const names = [...(listed ?? []), ...(assessments?.competitors.keys() ?? [])];
  if (names.includes(brand.name)) {
    const message = `competitorsMentioned and assessments.competitors must not name the brand itself, ${JSON.stringify(brand.name)}.`;
    faults.push({ field: 'competitorsMentioned', message });
  }
  if (faults.length > 0) return { faults };

  const derived = mentioned === null || listed === null ? derive(answer ?? '', brand) : [];
  const derivedBrand = derived.find(({ company }) => company.id === 0);
  const derivedCompetitors = new Map(
    derived.filter((each) => each !== derivedBrand).map((each) => [each.company.name, each]),
  );
  const finalNames = listed ?? [...derivedCompetitors.keys()];
  const competitors = new Map(assessments?.competitors);
  for (const name of finalNames) {
    if (!competitors.has(name))
      competitors.set(name, bare(true, listed === null ? derivedCompetitors.get(name) : undefined));
  }
  return {
    competitorsMentioned: finalNames,
    brand:
      assessments?.brand ??
      bare(mentioned ?? derivedBrand !== undefined, mentioned === null ? derivedBrand : undefined),
    competitors,
  };
}

function missing(found: { readonly mentioned: boolean | null; readonly listed: readonly string[] | null }): Fault[] {
  const fault = (field: string): Fault => ({
    field,
    message: `${field} is missing, and there are neither assessments nor an answer to take it from.`,
  });
  return [
    ...(found.mentioned === null ? [fault('brandMentioned')] : []),
    ...(found.listed === null ? [fault('competitorsMentioned')] : []),
  ];
}

function mentionedIn(competitors: ReadonlyMap<string, Assessment>): readonly string[] {
  return [...competitors].filter(([, assessment]) => assessment.mentioned).map(([name]) => name);
}

/** The brand and its tracked competitors as `answer` names them. */
function derive(answer: string, brand: BrandState): readonly DerivedMention<NamedCompany>[] {
  brand.deriver ??= deriverOf([
    { id: 0, name: brand.name, names: [brand.name, ...brand.aliases] },
    ...[...brand.companies.values()]
      .filter(({ tracked }) => tracked)
      .sort((a, b) => a.id - b.id)
      .map(({ id, name, aliases }) => ({ id, name, names: [name, ...aliases] })),
  ]);
  return brand.deriver(answer);
}

function bare(mentioned: boolean, derived?: DerivedMention<NamedCompany>): Assessment {
  return {
    mentioned,
    probability: null,
    reason: null,
    sentiment: null,
    sentimentProbabilities: {},
    position: derived?.position ?? null,
    mentionCount: derived?.mentionCount ?? null,
  };
}
