// The most cited sources of what plans have gathered: ranked by the tiles' counts, named in one statement. The prompts behind them are
// found in the cells of the window's quarters, in a further one.

import type pg from 'pg';
import { bindings } from '../../database/bindings.js';
import { int, literal, streamRows } from '../../database/copy/copy-rows.js';
import { maxSources } from '../../domain/limits.js';
import { byCodePoint } from '../../domain/metrics.js';
import { createPause } from '../../domain/pause.js';
import type { Ask, Source, Sources } from '../../domain/summary.js';
import { CorruptBlock } from '../packed/bytes.js';
import { type CitingCell, decodeCitingCells } from '../packed/cell.js';
import { type Cited, Counts } from '../packed/counts.js';
import type { Figures, ModelFilter } from './model-group.js';
import type { Plan } from './plan.js';

/** One ask of a plan's group: what it takes of what the plan gathered, and of which models that is. */
export interface Projection {
  readonly plan: Plan;
  readonly ask: Ask;
  readonly figures: Figures;
  readonly admits: ModelFilter;
}

/** The sources that an ask selects; `null` where it does not. */
export interface AskSources {
  readonly domainSources: Sources | null;
  readonly urlSources: Sources | null;
}

type Kind = keyof AskSources;

const kinds: readonly Kind[] = ['domainSources', 'urlSources'];

/** The most cited sources of one kind for one ask, best first. */
interface Ranking {
  readonly projection: Projection;
  readonly kind: Kind;
  readonly citations: number;
  readonly top: readonly (Omit<Source, 'prompts'> & { readonly id: number })[];
  /** By source id. */
  readonly prompts: ReadonlyMap<number, Set<number>>;
}

/** The sources of each ask. One is missing where a stored block that it needs is corrupt. */
export async function readSources(
  client: pg.ClientBase,
  projections: readonly Projection[],
): Promise<ReadonlyMap<Projection, AskSources>> {
  const rankings = await rank(client, projections);
  const corrupt = await addPrompts(client, rankings);
  const sources = (projection: Projection, kind: Kind) => {
    const ranking = rankings.find((each) => each.projection === projection && each.kind === kind);
    return ranking ? toSources(ranking) : null;
  };
  return new Map(
    projections
      .filter(({ plan }) => !corrupt.has(plan))
      .map((each) => [
        each,
        { domainSources: sources(each, 'domainSources'), urlSources: sources(each, 'urlSources') },
      ]),
  );
}

function toSources({ projection, citations, top, prompts }: Ranking): Sources {
  const countsPrompts = projection.ask.parts.has('sourcePrompts');
  return {
    citations,
    top: top.map(({ id, ...source }) => ({ ...source, prompts: countsPrompts ? (prompts.get(id)?.size ?? 0) : null })),
  };
}

/** One statement names the candidates of all rankings; the database orders those that are cited equally often. */
async function rank(client: pg.ClientBase, projections: readonly Projection[]): Promise<readonly Ranking[]> {
  const counted = await count(projections);
  const { values, bind } = bindings();
  const selects = counted.flatMap(({ projection, kind, candidates }, index) => {
    if (candidates === null) return [];
    const brand = bind(projection.ask.question.brandId);
    const given = `unnest(${bind(candidates.ids)}::integer[], ${bind(candidates.times)}::float8[]) as given (id, citations)`;
    const [url, name, join] =
      kind === 'urlSources'
        ? ['url.url', 'url.url', `join url on url.brand_id = ${brand} and url.id = given.id`]
        : ['null::text', 'domain.name', ''];
    return `(select ${index} as ranking, given.id, domain.name as domain, ${url} as url, given.citations from ${given} ${join}
      join domain on domain.brand_id = ${brand} and domain.id = ${kind === 'urlSources' ? 'url.domain_id' : 'given.id'}
      order by given.citations desc, ${name} collate "C" limit ${maxSources})`;
  });
  if (selects.length === 0) return counted.map((each) => ({ ...each, top: [], prompts: new Map() }));
  const { rows } = await client.query<Ranking['top'][number] & { ranking: number }>(
    selects.join('\nunion all\n'),
    values,
  );
  return counted.map((each, index) => {
    const top = rows.filter(({ ranking }) => ranking === index).map(({ ranking, ...source }) => source);
    top.sort((a, b) => b.citations - a.citations || byCodePoint(a.url ?? a.domain, b.url ?? b.domain));
    return { ...each, top, prompts: new Map(top.map(({ id }) => [id, new Set<number>()])) };
  });
}

/** The counts that each ask selects; other requests have their turn in between. */
async function count(projections: readonly Projection[]) {
  const pause = createPause();
  const counted: ({ projection: Projection; kind: Kind } & ReturnType<typeof countsOf>)[] = [];
  for (const projection of projections) {
    const { ask, figures } = projection;
    for (const kind of kinds) if (ask.parts.has(kind)) counted.push({ projection, kind, ...countsOf(figures, kind) });
    if (pause.isDue()) await pause.take();
  }
  return counted;
}

/**
 * All citations, and the sources that may be among the most cited, as arrays that PostgreSQL reads: those that are cited as often as the last of
 * them, or more. The driver would quote every number by itself, which takes seconds where there are millions.
 */
function countsOf(figures: Figures, kind: Kind) {
  const all = new Counts();
  const ofModels = kind === 'urlSources' ? figures.urlCitations : figures.domainCitations;
  for (const counts of ofModels.values()) all.addAll(counts.all());
  const { ids, times } = all.all();
  const least = leastListed(times);
  const candidates: { ids: number[]; times: number[] } = { ids: [], times: [] };
  let citations = 0;
  for (let at = 0; at < ids.length; at++) {
    const count = times[at] ?? 0;
    citations += count;
    if (count < least) continue;
    candidates.ids.push(ids[at] ?? 0);
    candidates.times.push(count);
  }
  if (candidates.ids.length === 0) return { citations, candidates: null };
  return { citations, candidates: { ids: `{${candidates.ids}}`, times: `{${candidates.times}}` } };
}

/** How often the last of the most cited sources is cited; 0 where there are fewer. */
function leastListed(times: ArrayLike<number>): number {
  const sources = new Map<number, number>();
  for (let at = 0; at < times.length; at++) sources.set(times[at] ?? 0, (sources.get(times[at] ?? 0) ?? 0) + 1);
  let listed = 0;
  for (const [count, alike] of [...sources].sort(([a], [b]) => b - a)) {
    listed += alike;
    if (listed >= maxSources) return count;
  }
  return 0;
}

/** Finds the prompts of ranked sources, where they are asked for. Resolves to the plans whose quarters cannot be trusted. */
async function addPrompts(client: pg.ClientBase, rankings: readonly Ranking[]): Promise<ReadonlySet<Plan>> {
  const counting = rankings.filter(
    ({ projection, top }) => projection.ask.parts.has('sourcePrompts') && top.length > 0,
  );
  const plans = [...new Set(counting.map(({ projection }) => projection.plan))];
  const searches = plans.map((plan) => ({
    plan,
    stale: new Set(plan.raw),
    rankings: counting.filter(({ projection }) => projection.plan === plan),
  }));
  for (const { plan, rankings: ofPlan } of searches) for (const cell of plan.unrolled) addCell(ofPlan, cell);
  const selects = searches.map(({ plan }, index) => {
    const { group, quarters } = plan;
    return `select ${literal(index)}::integer, quarter, cells from quarter_tile where brand_id = ${literal(group.ask.question.brandId)}
      and quarter between ${literal(quarters.first)} and ${literal(quarters.last)}`;
  });
  const corrupt = new Set<Plan>();
  if (selects.length === 0) return corrupt;
  for await (const [index, quarter, cells] of streamRows(client, selects.join('\nunion all\n'))) {
    const entry = searches[int(index)];
    if (!entry || entry.stale.has(int(quarter))) continue;
    try {
      for (const cell of decodeCitingCells(cells ?? Buffer.alloc(0), entry.plan.admitsCell))
        addCell(entry.rankings, cell);
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      corrupt.add(entry.plan);
    }
  }
  return corrupt;
}

function addCell(rankings: readonly Ranking[], { prompt, model, urls, domains }: CitingCell): void {
  for (const { projection, kind, prompts } of rankings) {
    if (!projection.admits(model)) continue;
    const { ids }: Cited = kind === 'urlSources' ? urls : domains;
    for (let at = 0; at < ids.length; at++) prompts.get(ids[at] ?? 0)?.add(prompt);
  }
}
