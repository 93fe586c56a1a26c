// Who a run mentions: from its own fields, else from its assessments, else from its answer. Every mention gets an assessment. Pure.

import type { Fault } from '../../errors.js';
import type { DerivedMention, Named } from './derive.js';
import { type Assessment, type RecordOf, sentimentLabels } from './records.js';

/** A company with its number and its name. */
export interface NamedCompany extends Named {
  readonly id: number;
  readonly name: string;
}

/** The fields of a run that say whom it mentions. */
export type Saying = Pick<RecordOf<'run'>, 'brandMentioned' | 'competitorsMentioned' | 'assessments' | 'answer'>;

/** The mentions of a run as they are written. */
export interface Mentions {
  readonly brandMentioned: boolean;
  /** In the order they are recorded, or in that of their first occurrence when derived. */
  readonly competitorsMentioned: readonly string[];
  /** Codes of sentiments, 0 for none, then 1 to 4 in the order of the labels: of the brand when it is mentioned, then of the competitors. */
  readonly sentiments: readonly number[];
  /** Parallel to `sentiments`; 0 for none. */
  readonly positions: readonly number[];
}

/** Mentions, and the assessments behind them. */
export interface Assessed extends Mentions {
  /** JSON: the brand's assessment, one for each competitor mentioned, and those of others as they were recorded. */
  readonly assessments: string;
}

/** Whom a run mentions by its own fields and assessments; `null` where these do not say. */
function saidBy({ brandMentioned, competitorsMentioned, assessments }: Saying) {
  const mentioned = brandMentioned ?? assessments?.brand?.mentioned ?? null;
  const listed = competitorsMentioned ?? (assessments && mentionedIn(assessments.competitors));
  return { mentioned, listed };
}

/** Whether mentions have to be taken from the run's answer. */
export function needsAnswer(run: Saying): boolean {
  const { mentioned, listed } = saidBy(run);
  return mentioned === null || listed === null;
}

/** Every fault of a run whose mentions nothing tells. */
export function untold(run: Saying): readonly Fault[] {
  if (run.answer !== null) return [];
  const { mentioned, listed } = saidBy(run);
  const fault = (field: string): Fault => ({
    field,
    message: `${field} is missing, and there are neither assessments nor an answer to take it from.`,
  });
  return [
    ...(mentioned === null ? [fault('brandMentioned')] : []),
    ...(listed === null ? [fault('competitorsMentioned')] : []),
  ];
}

/** Every competitor that the run names, mentioned or not. */
export function namedIn(run: Saying): readonly string[] {
  const assessed = run.assessments?.competitors.keys() ?? [];
  return [...new Set([...(run.competitorsMentioned ?? []), ...assessed])];
}

/** The mentions of a run; `derived` are those of its answer, for what the run itself does not say. */
export function mentionsOf(run: Saying, derived: readonly DerivedMention<NamedCompany>[]): Assessed {
  const { mentioned, listed } = saidBy(run);
  const derivedBrand = derived.find(({ company }) => company.id === 0);
  const derivedCompetitors = new Map(
    derived.filter((each) => each !== derivedBrand).map((each) => [each.company.name, each]),
  );
  const competitorsMentioned = listed ?? [...derivedCompetitors.keys()];
  const competitors = new Map(run.assessments?.competitors);
  for (const name of competitorsMentioned) {
    if (!competitors.has(name))
      competitors.set(name, bare(true, listed === null ? derivedCompetitors.get(name) : undefined));
  }
  const brand =
    run.assessments?.brand ??
    bare(mentioned ?? derivedBrand !== undefined, mentioned === null ? derivedBrand : undefined);
  const assessed = competitorsMentioned.flatMap((name) => competitors.get(name) ?? []);
  const inOrder = brand.mentioned ? [brand, ...assessed] : assessed;
  return {
    brandMentioned: brand.mentioned,
    competitorsMentioned,
    sentiments: inOrder.map(({ sentiment }) => (sentiment === null ? 0 : sentimentLabels.indexOf(sentiment) + 1)),
    positions: inOrder.map(({ position }) => position ?? 0),
    assessments: jsonOf(brand, competitors),
  };
}

function mentionedIn(competitors: ReadonlyMap<string, Assessment>): readonly string[] {
  return [...competitors].filter(([, assessment]) => assessment.mentioned).map(([name]) => name);
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

/** Written by hand because an object cannot hold every name in order: `__proto__` and `7` are names too. */
function jsonOf(brand: Assessment, competitors: ReadonlyMap<string, Assessment>): string {
  const byName = [...competitors].map(([name, assessment]) => `${JSON.stringify(name)}:${JSON.stringify(assessment)}`);
  return `{"brand":${JSON.stringify(brand)},"competitors":{${byName.join(',')}}}`;
}
