// The companies mentioned by a run: from its mention fields, else from its assessments, else derived from its answer text. Every mention
// gets an assessment. Pure.

import { sentimentLabels } from '../../domain/company-sums.js';
import type { DerivedMention, Named } from '../../domain/names/derive.js';
import { bareAssessment } from '../../domain/run.js';
import type { Fault } from '../../errors.js';
import type { Assessment, RecordOf } from './records.js';

/** A company with its number and its name. */
export interface NamedCompany extends Named {
  readonly id: number;
  readonly name: string;
}

/** The fields of a run that determine its mentions. */
export type MentionFields = Pick<RecordOf<'run'>, 'brandMentioned' | 'competitorsMentioned' | 'assessments' | 'answer'>;

/** The mentions of a run as they are written. */
export interface Mentions {
  readonly brandMentioned: boolean;
  /** In the recorded order, or in the order of first occurrence if derived. */
  readonly competitorsMentioned: readonly string[];
  /** Sentiment codes of the brand, if it is mentioned, and of the competitors: 0 for none, 1 to 4 in the order of the labels. */
  readonly sentiments: readonly number[];
  /** Parallel to `sentiments`; 0 for none. */
  readonly positions: readonly number[];
}

/** Mentions with their assessments. */
export interface Assessed extends Mentions {
  /** JSON: the assessments of the brand and of each mentioned competitor, and the recorded ones of other companies. */
  readonly assessments: string;
}

/** The mentions stated by the fields and assessments of a run; `null` for those not stated. */
function statedMentions({ brandMentioned, competitorsMentioned, assessments }: MentionFields) {
  const mentioned = brandMentioned ?? assessments?.brand?.mentioned ?? null;
  const listed = competitorsMentioned ?? (assessments && mentionedIn(assessments.competitors));
  return { mentioned, listed };
}

/** Whether mentions have to be derived from the answer text. */
export function needsAnswerText(run: MentionFields): boolean {
  const { mentioned, listed } = statedMentions(run);
  return mentioned === null || listed === null;
}

/** The faults of a run whose mentions are neither stated nor derivable. */
export function missingMentionFaults(run: MentionFields): readonly Fault[] {
  if (run.answer !== null) return [];
  const { mentioned, listed } = statedMentions(run);
  const fault = (field: string): Fault => ({
    field,
    message: `${field} is missing, and there are neither assessments nor an answer to derive it from.`,
  });
  return [
    ...(mentioned === null ? [fault('brandMentioned')] : []),
    ...(listed === null ? [fault('competitorsMentioned')] : []),
  ];
}

/** The competitors that the fields of a run say are mentioned; none where they are to be derived. */
export function namedIn(run: MentionFields): readonly string[] {
  return statedMentions(run).listed ?? [];
}

/** The mentions of a run; those not stated by its fields are taken from `derived`, the mentions in its answer text. */
export function mentionsOf(run: MentionFields, derived: readonly DerivedMention<NamedCompany>[]): Assessed {
  const { mentioned, listed } = statedMentions(run);
  const derivedBrand = derived.find(({ company }) => company.id === 0);
  const derivedCompetitors = new Map(
    derived.filter((mention) => mention !== derivedBrand).map((mention) => [mention.company.name, mention]),
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
  const { position = null, mentionCount = null } = derived ?? {};
  return { ...bareAssessment(mentioned), position, mentionCount };
}

/** Serialized explicitly because an object cannot hold every name in order: `__proto__` and `7` are valid names. */
function jsonOf(brand: Assessment, competitors: ReadonlyMap<string, Assessment>): string {
  const byName = [...competitors].map(([name, assessment]) => `${JSON.stringify(name)}:${JSON.stringify(assessment)}`);
  return `{"brand":${JSON.stringify(brand)},"competitors":{${byName.join(',')}}}`;
}
