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
import { brands, type DemoModel, models, organizations, outages } from './world.js';

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

function catalogueOf(brand: DemoBrand, organizationId: string): readonly DemoRecord[] {
  const { id, company, competitors, prompts } = brand;
  const known = (company: DemoCompany) => ({
    name: company.name,
    aliases: company.aliases ?? [],
    domains: [domainOf(company).replace(/^www\./, '')],
  });
  return [
    { type: 'brand', id, organizationId, ...known(company) },
    ...competitors
      .filter(({ untracked }) => !untracked)
      .map((competitor) => ({ type: 'competitor', brandId: id, ...known(competitor) })),
    ...prompts.map((prompt) => ({
      type: 'prompt',
      id: promptId(brand, prompt),
      brandId: id,
      text: prompt.text,
      tags: prompt.tags,
    })),
  ];
}

/** The id of a prompt: the same in every demo. */
function promptId(brand: DemoBrand, prompt: DemoPrompt): string {
  return uuidOf(`prompt ${brand.id} ${prompt.text}`);
}

/** The runs of one day, oldest first: every prompt with every model on day 0, none on a day of an outage. */
export function runsOfDay(first: number, day: number): readonly DemoRun[] {
  const start = first + day * dayMs;
  const rate = day === 0 ? 1 : (rhythm[new Date(start).getUTCDay()] ?? 0);
  const runs: DemoRun[] = [];
  for (const brand of brands) {
    for (const prompt of brand.prompts) {
      for (const model of models) {
        const random = new Random(`${brand.id} ${prompt.text} ${model.id} ${day}`);
        if (!isRecorded(model, day) || !random.chance(rate)) continue;
        const createdAt = start + firstHourMs + Math.floor(random.next() * busyMs);
        const id = runId(brand, prompt, model, day);
        runs.push({
          brandId: brand.id,
          id,
          createdAt,
          record: runOf({ id, brand, prompt, model, day, createdAt }, random),
        });
      }
    }
  }
  return runs.sort((a, b) => a.createdAt - b.createdAt);
}

/** A run of day 0, which shows whether and when the sample data begins. */
export function firstRunId(): Pick<DemoRun, 'brandId' | 'id'> {
  const [brand, model] = [brands[0], models[0]];
  const prompt = brand?.prompts[0];
  if (!brand || !model || !prompt) throw new Error('The world is empty.');
  return { brandId: brand.id, id: runId(brand, prompt, model, 0) };
}

function runId(brand: DemoBrand, prompt: DemoPrompt, model: DemoModel, day: number): string {
  return uuidOf(`run ${brand.id} ${prompt.text} ${model.id} ${day}`);
}

function isRecorded(model: DemoModel, day: number): boolean {
  if (day < (model.since ?? 0)) return false;
  return !outages.some(
    (outage) => outage.first <= day && day <= outage.last && (outage.model ?? model.id) === model.id,
  );
}

interface Occasion {
  readonly id: string;
  readonly brand: DemoBrand;
  readonly prompt: DemoPrompt;
  readonly model: DemoModel;
  readonly day: number;
  readonly createdAt: number;
}

function runOf({ id, brand, prompt, model, day, createdAt }: Occasion, random: Random): DemoRecord {
  const named = opinionOf({ brand, prompt, model, day, partOfYear: partOfYear(createdAt) }, random);
  const answer = answerText({ model, prompt, phrases: brand.phrases, named }, random);
  const webSearchEnabled = random.chance(model.webSearch);
  const assessed = new Map(named.map((naming, index) => [naming.name, assess(naming, index + 1, answer, random)]));
  const competitors = named.map(({ name }) => name).filter((name) => name !== brand.company.name);
  return {
    type: 'run',
    id,
    promptId: promptId(brand, prompt),
    model: model.id,
    provider: model.provider,
    webSearchEnabled,
    createdAt: formatInstant(createdAt),
    answer,
    webQueries: webSearchEnabled ? webQueries(prompt, createdAt, random) : [],
    citations: webSearchEnabled ? citationsOf({ brand, prompt, model, day }, random) : [],
    brandMentioned: assessed.has(brand.company.name),
    competitorsMentioned: competitors,
    assessments: {
      brand: assessed.get(brand.company.name) ?? notNamed(random),
      competitors: Object.fromEntries(competitors.map((name) => [name, assessed.get(name)])),
    },
  };
}

function partOfYear(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  return (instant - Date.UTC(year, 0)) / (Date.UTC(year + 1, 0) - Date.UTC(year, 0));
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
