// What a run says about companies: its own fields, else its assessments, else its text; or that it contradicts itself.

import type { AssessmentRecord, RunRecord } from './record.js';
import { type Called, type Found, findCompanies } from './words.js';

/** An assessment with every field there. */
export interface NaiveAssessment {
  readonly mentioned: boolean;
  readonly probability: number | null;
  readonly reason: string | null;
  readonly sentiment: string | null;
  readonly sentimentProbabilities: Readonly<Record<string, number>>;
  readonly position: number | null;
  readonly mentionCount: number | null;
}

export interface NaiveMentions {
  readonly brandMentioned: boolean;
  readonly competitorsMentioned: readonly string[];
  readonly brand: NaiveAssessment;
  /** By name, one for each competitor mentioned and each assessed. */
  readonly competitors: readonly (readonly [string, NaiveAssessment])[];
}

/** Who the run mentions, of a brand called `brandName` with these tracked `companies` (the brand among them); `null`: it is refused. */
export function mentionsOf(run: RunRecord, brandName: string, companies: readonly Called[]): NaiveMentions | null {
  const ofBrand = run.assessments?.brand ?? null;
  const assessed = Object.entries(run.assessments?.competitors ?? {});
  const listed = run.competitorsMentioned ?? (run.assessments ? mentionedIn(assessed) : null);
  const flagged = run.brandMentioned ?? ofBrand?.mentioned ?? null;
  const text = run.answer ?? null;
  if (isContradictory(run) || listed?.includes(brandName)) return null;
  if (text === null && (listed === null || flagged === null)) return null;

  const found = findCompanies(text ?? '', companies);
  const foundBrand = found.find(({ company }) => company === brandName);
  const foundNames = found.filter((each) => each !== foundBrand).map(({ company }) => company);
  const competitorsMentioned = [...new Set(listed ?? foundNames)];
  const brandMentioned = flagged ?? foundBrand !== undefined;
  const others = competitorsMentioned.filter((name) => !assessed.some(([each]) => each === name));
  return {
    brandMentioned,
    competitorsMentioned,
    brand: ofBrand ? complete(ofBrand) : derived(brandMentioned, flagged === null ? foundBrand : undefined),
    competitors: [
      ...assessed.map(([name, each]) => [name, complete(each)] as const),
      ...others.map((name) => {
        const place = found.find(({ company }) => company === name);
        return [name, derived(true, listed === null ? place : undefined)] as const;
      }),
    ],
  };
}

function mentionedIn(assessed: readonly (readonly [string, AssessmentRecord])[]): readonly string[] {
  return assessed.filter(([, { mentioned }]) => mentioned).map(([name]) => name);
}

function isContradictory({ brandMentioned, competitorsMentioned, assessments }: RunRecord): boolean {
  const ofBrand = assessments?.brand;
  const assessed = Object.entries(assessments?.competitors ?? {});
  if (ofBrand && typeof brandMentioned === 'boolean' && brandMentioned !== ofBrand.mentioned) return true;
  if (competitorsMentioned && assessed.some(([name, each]) => competitorsMentioned.includes(name) !== each.mentioned))
    return true;
  const all = [...(ofBrand ? [ofBrand] : []), ...assessed.map(([, each]) => each)];
  return all.some(
    ({ mentioned, sentiment, position, mentionCount }) =>
      !mentioned && ((sentiment ?? null) !== null || (position ?? null) !== null || (mentionCount ?? null) !== null),
  );
}

function complete(given: AssessmentRecord): NaiveAssessment {
  return {
    mentioned: given.mentioned,
    probability: given.probability ?? null,
    reason: given.reason ?? null,
    sentiment: given.sentiment ?? null,
    sentimentProbabilities: (given.mentioned && given.sentimentProbabilities) || {},
    position: given.position ?? null,
    mentionCount: given.mentionCount ?? null,
  };
}

function derived(mentioned: boolean, found: Found | undefined): NaiveAssessment {
  return complete({ mentioned, position: found?.position ?? null, mentionCount: found?.mentionCount ?? null });
}
