// Random runs: first as small numbers, so that a failure shrinks, then as records of a brand.

import fc from 'fast-check';
import type { AssessmentRecord, Label, RunRecord } from '../naive/record.js';
import { urls } from './pages.js';
import { instantAt, type Moment, moments, writeInstant } from './times.js';
import { answerOf, answers, markets, modelIds, providers, queries, texts, type Word } from './words.js';

type Style = 'all' | 'fields' | 'assessments' | 'brand only' | 'answer' | 'half';
type Flaw = 'brand' | 'listed' | 'unlisted' | 'label' | 'url' | 'own name' | 'nothing' | 'none';

interface RandomAssessment {
  readonly full: boolean;
  readonly sentiment: Label | null;
  readonly position: number | null;
  readonly probability: number;
  readonly reason: string;
  readonly mentionCount: number;
}

export interface RandomRun {
  readonly kind: 'run';
  readonly id: number;
  /** Under another prompt than the id's own: refused where that is one of the same brand. */
  readonly stray: boolean;
  readonly shouts: boolean;
  readonly model: number;
  readonly moment: Moment;
  readonly style: Style;
  readonly flaw: Flaw;
  readonly brandMentioned: boolean;
  readonly names: readonly {
    readonly pick: number;
    readonly mentioned: boolean;
    readonly assessment: RandomAssessment;
  }[];
  readonly brand: RandomAssessment;
  readonly answer: readonly Word[] | null;
  readonly webQueries: readonly string[];
  readonly citations: readonly { readonly url: string; readonly title: string | null }[];
  readonly webSearchEnabled: boolean | null;
  readonly provider: string;
  readonly market: string | null;
  /** Around the ids of its model and provider. */
  readonly blank: string;
}

const assessments: fc.Arbitrary<RandomAssessment> = fc.record({
  full: fc.boolean(),
  sentiment: fc.constantFrom('positive', 'neutral', 'negative', 'mixed', null),
  position: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9 }), fc.constantFrom(1, 2_147_483_647)),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  reason: texts,
  mentionCount: fc.integer({ min: 1, max: 5 }),
});

const styles: readonly Style[] = [
  'all',
  'all',
  'all',
  'fields',
  'assessments',
  'brand only',
  'answer',
  'answer',
  'half',
];
const flaws: readonly Flaw[] = ['brand', 'listed', 'unlisted', 'label', 'url', 'own name', 'nothing'];
const rarely = fc.nat(24).map((each) => each === 24);

/** Runs with ids below `ids`: the fewer, the more are recorded again. */
export function randomRuns(ids: number): fc.Arbitrary<RandomRun> {
  return fc.record({
    kind: fc.constant('run' as const),
    id: fc.nat(Math.max(0, ids - 1)),
    stray: rarely,
    shouts: rarely,
    model: fc.nat(modelIds.length - 1),
    moment: moments,
    style: fc.constantFrom(...styles),
    flaw: rarely.chain((flawed) => (flawed ? fc.constantFrom(...flaws) : fc.constant('none'))),
    brandMentioned: fc.boolean(),
    names: fc.array(fc.record({ pick: fc.nat(40), mentioned: fc.boolean(), assessment: assessments }), {
      maxLength: 5,
    }),
    brand: assessments,
    answer: fc.option(answers, { freq: 3 }),
    webQueries: fc.array(queries, { maxLength: 4 }),
    citations: fc.array(fc.record({ url: urls, title: fc.option(texts) }), { maxLength: 4 }),
    webSearchEnabled: fc.option(fc.boolean()),
    provider: fc.constantFrom(...providers),
    blank: fc.constantFrom('', '', ' ', '\t'),
    market: fc.constantFrom(null, ...markets),
  });
}

/** What a run is recorded under. */
export interface Place {
  readonly turn: number;
  readonly promptId: string;
  readonly brandName: string;
  /** Names that its runs may mention, tracked or not. */
  readonly competitors: readonly string[];
  /** Every name and alias of the brand and its competitors, for answers. */
  readonly spoken: readonly string[];
}

/** The run of `plan` as a record; with a flaw it is one that must be refused. */
export function runOf(plan: RandomRun, id: string, place: Place): RunRecord {
  const style = plan.flaw === 'nothing' ? 'answer' : plan.style;
  const named = mentioned(plan, place);
  const competitors = Object.fromEntries(assessed(plan, place).map(([name, each]) => [name, each] as const));
  const withFields = style === 'all' || style === 'fields';
  const withAssessments = style === 'all' || style === 'assessments' || style === 'brand only';
  const brand = assessmentOf(plan.brand, plan.brandMentioned);
  const isSilent = plan.flaw === 'nothing' || (plan.answer === null && style !== 'answer' && style !== 'half');
  const text = isSilent ? null : answerOf(plan.answer ?? [], place.spoken);
  return {
    type: 'run',
    id: plan.shouts ? id.toUpperCase() : id,
    promptId: plan.shouts ? place.promptId.toUpperCase() : place.promptId,
    model: plan.blank + (modelIds[plan.model] ?? 'other'),
    provider: plan.provider + plan.blank,
    ...(plan.webSearchEnabled === null ? {} : { webSearchEnabled: plan.webSearchEnabled }),
    ...(plan.market === null ? {} : { market: ` ${plan.market} ` }),
    createdAt: writeInstant(instantAt(place.turn, plan.moment), plan.moment.style),
    ...(text === null ? {} : { answer: text }),
    webQueries: plan.webQueries,
    citations: plan.flaw === 'url' ? [{ url: 'ftp://example.com/a' }] : plan.citations,
    ...(withFields || style === 'half' ? { brandMentioned: plan.brandMentioned !== (plan.flaw === 'brand') } : {}),
    ...(withFields ? { competitorsMentioned: listed(plan, place, named) } : {}),
    ...(withAssessments
      ? { assessments: style === 'brand only' ? { brand } : { brand: flawed(plan, brand), competitors } }
      : {}),
  };
}

function mentioned({ names }: RandomRun, { competitors }: Place): readonly string[] {
  const byName = new Map(names.map(({ pick, mentioned }) => [competitors[pick % competitors.length] ?? '', mentioned]));
  return [...byName].filter(([, isMentioned]) => isMentioned).map(([name]) => name);
}

/** Assessments of some of the names, the last one of each name. */
function assessed({ names, style }: RandomRun, { competitors }: Place): readonly [string, AssessmentRecord][] {
  return names
    .map((each): [string, AssessmentRecord] => [
      competitors[each.pick % competitors.length] ?? '',
      assessmentOf(each.assessment, each.mentioned),
    ])
    .filter(([name], index, all) => all.findLastIndex((each) => each[0] === name) === index)
    .filter(([, each]) => style !== 'all' || each.reason !== '');
}

/** The mentioned names, the first one twice; or not quite them. */
function listed({ flaw }: RandomRun, { brandName }: Place, named: readonly string[]): readonly string[] {
  if (flaw === 'own name') return [...named, brandName];
  if (flaw === 'listed') return named.slice(1);
  if (flaw === 'unlisted') return [...named, 'never assessed'];
  return [...named, ...named.slice(0, 1)];
}

function flawed({ flaw }: RandomRun, assessment: AssessmentRecord): AssessmentRecord {
  return flaw === 'label' && !assessment.mentioned ? { ...assessment, sentiment: 'neutral' } : assessment;
}

/** Without what does not apply to a company that is not mentioned; bare where it is not `full`. */
function assessmentOf(plan: RandomAssessment, mentioned: boolean): AssessmentRecord {
  const { full, sentiment, position, probability, reason, mentionCount } = plan;
  if (!full) return { mentioned, ...(mentioned ? { sentiment, position } : {}) };
  const sentimentProbabilities = sentiment === null ? {} : { [sentiment]: probability, mixed: probability / 3 };
  const known = { mentioned, probability, reason, sentimentProbabilities };
  return mentioned ? { ...known, sentiment, position, mentionCount } : known;
}
