// Which cells and entries the filters of a set select: by the numbers of their prompts and channels.

import { createHash } from 'node:crypto';
import { once } from '../../domain/counts/maps.js';
import { admitsChannel, narrowsChannels } from '../../domain/selection/run-filter.js';
import type { RunSet } from '../../domain/summary.js';
import type { ChannelSlots } from '../packed/columns/column.js';
import type { IdSet } from '../packed/id-set.js';
import type { DetailFilter } from '../packed/items/details.js';
import type { BrandState } from './brand-state.js';

export interface RunSelection {
  /** `null`: all. */
  readonly prompts: IdSet | null;
  /** The first channel of the same model; `null`: a channel does not count. */
  readonly slotOf: ChannelSlots;
  readonly admits: (prompt: number, channel: number) => boolean;
  /** The same as masks. */
  readonly entries: DetailFilter;
  /** Equal for equal prompts. */
  readonly promptsKey: string;
  /** Equal for equal prompts and channels; empty where all count. */
  readonly key: string;
}

/** `models`: the ids of those that count, whatever model `set` is of; `null`: all. */
export function selectRuns(
  { filter }: Pick<RunSet, 'filter'>,
  models: ReadonlySet<string> | null,
  { channels, prompts, lastPrompt }: Pick<BrandState, 'channels' | 'prompts' | 'lastPrompt'>,
): RunSelection {
  const { slots, firstOfModel, lastChannel } = selectChannels(filter, models, channels);
  const isOfChannels = models !== null || narrowsChannels(filter);
  const slotOf = (channel: number) => slots.get(channel) ?? null;
  // Looked at for each chunk of items.
  const entries = once((): DetailFilter => {
    if (lastPrompt === null) throw new Error('Entries are read of a set for which that was not foreseen.');
    const places = new Map([...firstOfModel.keys()].map((model, place) => [model, place]));
    const byChannel = { length: lastChannel + 1 };
    return {
      prompts: Uint8Array.from({ length: lastPrompt + 1 }, (_, prompt) => Number(prompts?.has(prompt) ?? true)),
      channels: Uint8Array.from(byChannel, (_, channel) => Number(slots.has(channel))),
      modelOf: Int32Array.from(byChannel, (_, channel) => places.get(channels.get(channel)?.model ?? '') ?? -1),
      models: places.size,
    };
  });
  const promptsKey = prompts ? digestOf([...prompts]) : '';
  return {
    prompts,
    slotOf,
    admits: (prompt, channel) => slots.has(channel) && (prompts?.has(prompt) ?? true),
    get entries() {
      return entries();
    },
    promptsKey,
    key: prompts || isOfChannels ? `${promptsKey}/${isOfChannels ? digestOf(slots.keys()) : '*'}` : '',
  };
}

interface SelectedChannels {
  /** By channel that counts. */
  readonly slots: ReadonlyMap<number, number>;
  readonly firstOfModel: ReadonlyMap<string, number>;
  readonly lastChannel: number;
}

/** One for all sets that are told apart by time alone: a brand may have thousands of channels. */
const selected = new WeakMap<BrandState['channels'], Map<string, SelectedChannels>>();

function selectChannels(
  filter: RunSet['filter'],
  ofModels: ReadonlySet<string> | null,
  channels: BrandState['channels'],
): SelectedChannels {
  const { models, providers, webSearch, markets } = filter;
  const key = JSON.stringify([ofModels && [...ofModels], models, providers, webSearch, markets]);
  const bySelection = selected.get(channels) ?? new Map<string, SelectedChannels>();
  selected.set(channels, bySelection);
  const known = bySelection.get(key);
  if (known) return known;
  const slots = new Map<number, number>();
  const firstOfModel = new Map<string, number>();
  let lastChannel = 0;
  for (const [number, channel] of channels) {
    const { model } = channel;
    lastChannel = Math.max(lastChannel, number);
    if (!firstOfModel.has(model)) firstOfModel.set(model, number);
    if ((ofModels?.has(model) ?? true) && admitsChannel(filter, channel))
      slots.set(number, firstOfModel.get(model) ?? number);
  }
  const found = { slots, firstOfModel, lastChannel };
  bySelection.set(key, found);
  return found;
}

/** Equal for equal numbers, and for no others. */
export function digestOf(numbers: Iterable<number>): string {
  return createHash('sha256').update(Int32Array.from(numbers)).digest('base64');
}
