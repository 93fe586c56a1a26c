// The sample data as records. A run depends only on its prompt, its model and the number of its day, so any days can be generated
// again with the same result. `first` is the midnight (UTC, epoch milliseconds) at which day 0 begins.

import { sentimentLabels } from '../../domain/company-sums.js';
import { dayMs } from '../../domain/limits.js';
import { formatInstant } from '../../domain/window.js';
import { answerText, type Naming } from './answer.js';
import { type DemoBrand, type DemoCompany, type DemoPrompt, domainOf } from './brand.js';
import { opinionOf } from './opinion.js';
import { citationsOf } from './pages.js';
import { Random, uuidOf } from './random.js';
import { type Asking, brands, type DemoModel, models, organizations, outages } from './world.js';

/** One record, before it is serialized. */
export type DemoRecord = Readonly<Record<string, unknown>> & { readonly type: string };

/** A run and its key. */
interface DemoRun {
  readonly brandId: string;
  readonly id: string;
  readonly createdAt: number;
  readonly record: DemoRecord;
}

/** How often a prompt is given to a model on each day of the week, starting with Sunday. */
const rhythm = [0.14, 0.34, 0.36, 0.36, 0.35, 0.31, 0.16];
const firstHourMs = 5 * 3_600_000;
const busyMs = 15 * 3_600_000;

/** Everything that runs refer to: organizations, models, brands, their competitors and prompts. */
export function catalogue(): readonly DemoRecord[] {
  return [
    ...organizations.map(({ id, name }) => ({ type: 'organization', id, name })),
    ...models.map(({ id, label }) => ({ type: 'model', id, label })),
    ...organizations.flatMap(({ id, brands: own }) => own.flatMap((brand) => catalogueOf(brand, id))),
  ];
}

function catalogueOf({ id, company, competitors, prompts }: DemoBrand, organizationId: string): readonly DemoRecord[] {
  const known = (each: DemoCompany) => {
    return { name: each.name, aliases: each.aliases ?? [], domains: [domainOf(each).replace(/^www\./, '')] };
  };
  const tracked = competitors.filter(({ untracked }) => !untracked);
  return [
    { type: 'brand', id, organizationId, ...known(company) },
    ...tracked.map((competitor) => ({ type: 'competitor', brandId: id, ...known(competitor) })),
    ...prompts.map(({ text, tags }) => ({ type: 'prompt', id: promptId(id, text), brandId: id, text, tags })),
  ];
}

/** The id of a prompt: the same in every demo. */
function promptId(brandId: string, text: string): string {
  return uuidOf(`prompt ${brandId} ${text}`);
}

/** Every prompt with every model on a day. */
function askingsOf(day: number): readonly Omit<Asking, 'createdAt'>[] {
  return brands.flatMap((brand) =>
    brand.prompts.flatMap((prompt) => models.map((model) => ({ brand, prompt, model, day }))),
  );
}

/** What tells an asking from all others. */
function nameOf({ brand, prompt, model, day }: Omit<Asking, 'createdAt'>): string {
  return `${brand.id} ${prompt.text} ${model.id} ${day}`;
}

/** The runs of one day, oldest first: every prompt with every model on day 0, none on a day of an outage. */
export function runsOfDay(first: number, day: number): readonly DemoRun[] {
  const start = first + day * dayMs;
  const rate = day === 0 ? 1 : (rhythm[new Date(start).getUTCDay()] ?? 0);
  const runs = askingsOf(day).flatMap((asking) => {
    const random = new Random(nameOf(asking));
    if (!isRecorded(asking.model, day) || !random.chance(rate)) return [];
    return runOf({ ...asking, createdAt: start + firstHourMs + Math.floor(random.next() * busyMs) }, random);
  });
  return runs.sort((a, b) => a.createdAt - b.createdAt);
}

/** A run of day 0, which shows whether and when the sample data begins. */
export function firstRunId(): Pick<DemoRun, 'brandId' | 'id'> {
  const [first] = askingsOf(0);
  if (!first) throw new Error('The world is empty.');
  return { brandId: first.brand.id, id: uuidOf(`run ${nameOf(first)}`) };
}

function isRecorded({ id, since }: DemoModel, day: number): boolean {
  return day >= since && !outages.some(({ first, last, model = id }) => first <= day && day <= last && model === id);
}

function runOf(asking: Asking, random: Random): DemoRun {
  const { brand, prompt, model, createdAt } = asking;
  const named = opinionOf(asking, random);
  const answer = answerText(asking, named, random);
  const webSearchEnabled = random.chance(model.webSearch);
  const assessed = new Map(named.map((naming, index) => [naming.name, assess(naming, index + 1, answer, random)]));
  const competitors = named.map(({ name }) => name).filter((name) => name !== brand.company.name);
  const id = uuidOf(`run ${nameOf(asking)}`);
  const record = {
    type: 'run',
    id,
    promptId: promptId(brand.id, prompt.text),
    model: model.id,
    provider: model.provider,
    webSearchEnabled,
    createdAt: formatInstant(createdAt),
    answer,
    webQueries: webSearchEnabled ? webQueries(prompt, createdAt, random) : [],
    citations: webSearchEnabled ? citationsOf(asking, random) : [],
    brandMentioned: assessed.has(brand.company.name),
    competitorsMentioned: competitors,
    assessments: {
      brand: assessed.get(brand.company.name) ?? notNamed(random),
      competitors: Object.fromEntries(competitors.map((name) => [name, assessed.get(name)])),
    },
  };
  return { brandId: brand.id, id, createdAt, record };
}

function webQueries(prompt: DemoPrompt, createdAt: number, random: Random): readonly string[] {
  const year = new Date(createdAt).getUTCFullYear();
  const queries = [`${prompt.text} ${year}`, `${prompt.topic.replace(/^an? /, '')} reviews`, prompt.text];
  return queries.slice(0, random.whole(1, queries.length));
}

function assess({ name, sentiment }: Naming, position: number, answer: string, random: Random): object {
  const sure = hundredths(0.6 + 0.38 * random.next());
  const rest = sentimentLabels.filter((label) => label !== sentiment);
  const other = random.pick(rest);
  return {
    mentioned: true,
    probability: hundredths(0.9 + 0.09 * random.next()),
    reason: position === 1 ? 'named first in the answer' : 'named in the answer',
    sentiment,
    sentimentProbabilities: { [sentiment]: sure, [other]: hundredths(1 - sure) },
    position,
    mentionCount: answer.split(name).length - 1,
  };
}

function notNamed(random: Random): object {
  return {
    mentioned: false,
    probability: hundredths(0.08 * random.next()),
    reason: 'not named in the answer',
    sentiment: null,
    sentimentProbabilities: {},
    position: null,
    mentionCount: null,
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
