// Signals by their plain definition: every hypothesis from arrays of runs.

import type { AnalyticsQuestion } from './analytics.js';
import { type Comparison, comparedOf } from './compared.js';
import * as figures from './figures.js';
import { pageOf } from './pages.js';
import { companiesOf, rangeOf, runsOf, windowOf } from './selection.js';
import type { Part } from './statistics/certainty.js';
import { benjaminiHochberg, mantelHaenszel, pOfChange } from './statistics/tests.js';
import type { NaiveRun, NaiveWorld } from './world.js';

export const kinds = ['visibility', 'promptVisibility', 'shareOfVoice', 'source'] as const;
export type Kind = (typeof kinds)[number];

export interface SignalsQuestion extends Omit<AnalyticsQuestion, 'bucket'>, Comparison {
  readonly level?: number | undefined;
  readonly kinds?: readonly Kind[] | undefined;
  readonly limit?: number | undefined;
}

const fields = ['model', 'tag', 'market', 'promptId', 'prompt', 'company', 'domain'] as const;
const nobody = Object.fromEntries(fields.map((name) => [name, null])) as Record<(typeof fields)[number], string | null>;

interface Hypothesis {
  readonly kind: Kind;
  readonly subject: typeof nobody;
  readonly before: number;
  readonly after: number;
  /** `null`: not tested. */
  readonly p: number | null;
}

/** As REST answers. */
export function signalsAnswer(world: NaiveWorld, question: SignalsQuestion) {
  const { level = 0.95, limit = 20 } = question;
  const tested = hypothesesOf(world, question).filter(({ p }) => p !== null);
  const rates = benjaminiHochberg(tested.map(({ p }) => p ?? 1));
  const data = tested
    .map((each, place) => ({ ...each, difference: each.after - each.before, q: rates[place] ?? 1 }))
    .filter(({ q }) => q <= 1 - level)
    .sort(
      (a, b) =>
        a.q - b.q ||
        Math.abs(b.difference) - Math.abs(a.difference) ||
        kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
        placeOf(a.subject) - placeOf(b.subject) ||
        figures.compareNames(nameOf(a.subject), nameOf(b.subject)),
    );
  const range = rangeOf(windowOf(question));
  return { range, tested: tested.length, total: data.length, data: data.slice(0, Math.min(limit, 1_000)) };
}

/** The brand first. */
const placeOf = (subject: typeof nobody) => fields.findIndex((name) => subject[name] !== null);
const nameOf = (subject: typeof nobody) => fields.flatMap((name) => subject[name] ?? [])[0] ?? '';

function hypothesesOf(world: NaiveWorld, question: SignalsQuestion): readonly Hypothesis[] {
  const { kinds: wanted = kinds } = question;
  const before = runsOf(world, question, comparedOf(question));
  const after = runsOf(world, question, windowOf(question));
  const found: Readonly<Record<Kind, () => readonly Hypothesis[]>> = {
    visibility: () => visibilities(world, before, after),
    promptVisibility: () => ofPrompts(world, before, after),
    shareOfVoice: () => shares(world, question.brandId, before, after),
    source: () => sources(before, after),
  };
  return kinds.flatMap((kind) => (wanted.length === 0 || wanted.includes(kind) ? found[kind]() : []));
}

type Runs = readonly NaiveRun[];

function visibilities(world: NaiveWorld, before: Runs, after: Runs): readonly Hypothesis[] {
  const all = [...before, ...after];
  const tagsOf = ({ promptId }: NaiveRun) => world.prompts.find(({ id }) => id === promptId)?.tags ?? [];
  const subjects: readonly [Partial<typeof nobody>, (run: NaiveRun) => boolean][] = [
    [{}, () => true],
    ...distinct(all.map(({ model }) => model)).map(
      (model) => [{ model }, (run: NaiveRun) => run.model === model] as const,
    ),
    ...distinct(all.flatMap(tagsOf)).map((tag) => [{ tag }, (run: NaiveRun) => tagsOf(run).includes(tag)] as const),
    ...distinct(all.flatMap(({ market }) => market ?? [])).map(
      (market) => [{ market }, (run: NaiveRun) => run.market === market] as const,
    ),
  ] as [Partial<typeof nobody>, (run: NaiveRun) => boolean][]; // safe because each is a pair
  return subjects.flatMap(([subject, isIn]) => {
    const counted = [before, after].map((runs) => partsOf(runs.filter(isIn), () => 1, mentionsBrand));
    return compare({ kind: 'visibility', subject: { ...nobody, ...subject } }, counted);
  });
}

const mentionsBrand = ({ brandMentioned }: NaiveRun) => Number(brandMentioned);

function ofPrompts(world: NaiveWorld, before: Runs, after: Runs): readonly Hypothesis[] {
  return world.prompts.flatMap(({ id, text }) => {
    const ofPrompt = (runs: Runs) => runs.filter(({ promptId }) => promptId === id);
    const [one, two] = [ofPrompt(before), ofPrompt(after)];
    if (one.length < 10 || two.length < 10) return [];
    const models = distinct([...one, ...two].map(({ model }) => model));
    const count = (runs: Runs) => ({ x: runs.filter((run) => run.brandMentioned).length, n: runs.length });
    const strata = models.map((model) => {
      const of = (runs: Runs) => count(runs.filter((run) => run.model === model));
      return { before: of(one), after: of(two) };
    });
    const ratios = { before: count(one).x / one.length, after: count(two).x / two.length };
    const subject = { ...nobody, promptId: id, prompt: text };
    return [{ kind: 'promptVisibility', subject, ...ratios, p: mantelHaenszel(strata) }];
  });
}

function shares(world: NaiveWorld, brandId: string, before: Runs, after: Runs): readonly Hypothesis[] {
  const companies = companiesOf(world, brandId, [...before, ...after]);
  const all = (run: NaiveRun) => companies.filter((company) => figures.mentions(run, company)).length;
  return companies.flatMap((company) => {
    const own = (run: NaiveRun) => Number(figures.mentions(run, company));
    if (![...before, ...after].some((run) => own(run) > 0)) return [];
    const counted = [before, after].map((runs) => partsOf(runs, all, own));
    return compare({ kind: 'shareOfVoice', subject: { ...nobody, company: company.name } }, counted);
  });
}

function sources(before: Runs, after: Runs): readonly Hypothesis[] {
  const domainsOf = ({ citations }: NaiveRun) => citations.flatMap(({ url }) => pageOf(url)?.domain ?? []);
  return distinct([...before, ...after].flatMap(domainsOf)).flatMap((domain) => {
    const own = (run: NaiveRun) => Number(domainsOf(run).includes(domain));
    if (![before, after].some((runs) => runs.filter((run) => own(run) > 0).length >= 5)) return [];
    const counted = [before, after].map((runs) => partsOf(runs, () => 1, own));
    return compare({ kind: 'source', subject: { ...nobody, domain } }, counted);
  });
}

/** Numerators and denominators of each prompt. */
function partsOf(runs: Runs, whole: (run: NaiveRun) => number, part: (run: NaiveRun) => number): readonly Part[] {
  return distinct(runs.map(({ promptId }) => promptId)).map((promptId) => {
    const own = runs.filter((run) => run.promptId === promptId);
    const sum = (of: (run: NaiveRun) => number) => own.reduce((total, run) => total + of(run), 0);
    return { promptId, x: sum(part), n: sum(whole) };
  });
}

/** No hypothesis where a window is too small. */
function compare(
  about: Pick<Hypothesis, 'kind' | 'subject'>,
  [before = [], after = []]: readonly (readonly Part[])[],
): readonly Hypothesis[] {
  const sum = (parts: readonly Part[], column: 'x' | 'n') => parts.reduce((total, part) => total + part[column], 0);
  const isLarge = (parts: readonly Part[]) => parts.filter(({ n }) => n > 0).length >= 4 && sum(parts, 'n') >= 10;
  if (!isLarge(before) || !isLarge(after)) return [];
  const ratio = (parts: readonly Part[]) => sum(parts, 'x') / sum(parts, 'n');
  return [{ ...about, before: ratio(before), after: ratio(after), p: pOfChange(before, after) }];
}

function distinct<Of>(all: readonly Of[]): readonly Of[] {
  return [...new Set(all)];
}
