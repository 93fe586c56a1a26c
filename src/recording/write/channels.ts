// Numbers the channels of runs, and counts the runs of each: so it is known without a look at runs which models, providers and markets a brand has,
// and tiles name them shortly. Requires the locks of the brands concerned.

import type pg from 'pg';
import { columnsOf } from '../../database/copy/literal.js';
import { at } from '../../domain/counts/maps.js';
import type { Channel } from '../../domain/selection/channel.js';
import type { Fault } from '../../errors.js';
import type { Changes } from '../admit/changes.js';
import { channelKey } from '../admit/state.js';
import type { Draft, Rows } from '../prepare/draft.js';
import type { Numbers } from './number-rows.js';
import { type Named, type NumberCache, numberRows } from './numbering.js';

/** A channel of a brand, by a name that equal ones have, and by how many its runs increase. */
interface CountedChannel extends Named {
  readonly channel: Channel;
  /** Its place among the prepared ones; `null`: no run of the batch has it. */
  readonly place: number | null;
  runs: number;
}

/** Tiles have two bytes for a channel, and no number is given twice. */
const maxChannels = 65_535;

/** Runs of a batch are of more channels than tiles can tell apart. By `channelKey`: why those beyond are refused. */
export class ChannelsFull extends Error {
  constructor(readonly faults: ReadonlyMap<string, Fault>) {
    super('A brand has too many channels.');
  }
}

/** Counts the runs of a batch in their channels. */
export async function recordChannels(
  client: pg.ClientBase,
  { changes, rows }: { readonly changes: Changes; readonly rows: Pick<Rows, 'channels'> },
  known: NumberCache,
): Promise<void> {
  const counted = countRuns(changes, rows.channels);
  const { numbers } = await numberRows(client, counted, { table: 'channel', known, find: findChannels });
  const beyond = counted.filter((_, index) => (numbers[index] ?? 0) > maxChannels);
  if (beyond.length > 0)
    throw new ChannelsFull(
      new Map(beyond.map((each) => [channelKey(each.brandId, each.place ?? -1), tooManyChannels(each)])),
    );
  const numbered = counted.map((each, index) => ({ ...each, id: numbers[index] ?? 0 }));
  if (numbered.length > 0) await upsertChannels(client, numbered);
}

function tooManyChannels({ brandId, channel }: CountedChannel): Fault {
  const [most, brand] = [maxChannels.toLocaleString('en-US'), JSON.stringify(brandId)];
  const message =
    `The answers of brand ${brand} have more than ${most} combinations of model, provider, web search and market, as with the market ` +
    `${JSON.stringify(channel.market)}: give a market or a provider that many answers have in common.`;
  return { field: 'market', message };
}

/** In the order of the admitted runs, so that numbers do not depend on the boundaries of batches. */
function countRuns({ admitted, runs }: Changes, channels: readonly Channel[]): readonly CountedChannel[] {
  const names = channels.map(nameOf);
  const counted = new Map<string, CountedChannel>();
  const count = (brandId: string, channel: Channel, { place, by }: { place: number | null; by: number }) => {
    const name = place === null ? nameOf(channel) : (names[place] ?? '');
    at(counted, `${brandId}\0${name}`, () => ({ brandId, name, channel, place, runs: 0 })).runs += by;
  };
  const countDraft = (brandId: string, { channel: place }: Draft, by: number) => {
    const channel = channels[place];
    if (channel) count(brandId, channel, { place, by });
  };
  for (const { brandId, draft } of admitted) countDraft(brandId, draft, 0);
  for (const { brandId, draft, replaced } of runs.values()) {
    countDraft(brandId, draft, 1);
    if (replaced) count(brandId, replaced, { place: null, by: -1 });
  }
  return [...counted.values()];
}

function nameOf({ model, provider, webSearchEnabled, market }: Channel): string {
  return JSON.stringify([model, provider, webSearchEnabled, market]);
}

async function findChannels(client: pg.ClientBase, wanted: readonly CountedChannel[]): Promise<Numbers> {
  const { rows } = await client.query<Channel & { readonly brandId: string; readonly id: number }>(
    `select brand_id as "brandId", id, model, provider, web_search_enabled as "webSearchEnabled", market
     from channel where brand_id = any($1)`,
    [[...new Set(wanted.map(({ brandId }) => brandId))]],
  );
  const numbers = new Map(rows.map((row) => [`${row.brandId}\0${nameOf(row)}`, row.id]));
  return wanted.map(({ brandId, name }) => numbers.get(`${brandId}\0${name}`) ?? null);
}

async function upsertChannels(
  client: pg.ClientBase,
  rows: readonly (CountedChannel & { readonly id: number })[],
): Promise<void> {
  await client.query(
    `insert into channel (brand_id, id, model, provider, web_search_enabled, market, runs)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bool[], $6::text[], $7::int[])
     on conflict (brand_id, id) do update set runs = channel.runs + excluded.runs`,
    columnsOf(rows, ({ brandId, id, channel: { model, provider, webSearchEnabled, market }, runs }) => {
      return [brandId, id, model, provider, webSearchEnabled, market, runs];
    }),
  );
}

/** Numbers the channels of all runs of a brand that have no number yet, and counts the runs of each from their rows. */
export async function recountChannels(client: pg.ClientBase | pg.Pool, brandId: string): Promise<void> {
  await client.query(
    `with counted as (
       select model, provider, web_search_enabled, market, count(*) as runs from run where brand_id = $1 group by 1, 2, 3, 4
     ), numbered as (
       select channel.id, coalesce(channel.model, counted.model) as model, coalesce(channel.provider, counted.provider) as provider,
         coalesce(channel.web_search_enabled, counted.web_search_enabled) as searched, coalesce(channel.market, counted.market) as market,
         coalesce(counted.runs, 0) as runs
       from counted full join (select * from channel where brand_id = $1) as channel
         on channel.model = counted.model and channel.provider = counted.provider
         and channel.web_search_enabled = counted.web_search_enabled and coalesce(channel.market, '') = coalesce(counted.market, '')
     )
     insert into channel (brand_id, id, model, provider, web_search_enabled, market, runs)
     select $1, coalesce(id, (select coalesce(max(id), 0) from channel where brand_id = $1)
         + row_number() over (partition by id is null order by model, provider, searched, market)),
       model, provider, searched, market, runs from numbered
     on conflict (brand_id, id) do update set runs = excluded.runs`,
    [brandId],
  );
}
