// What narrows runs beside their window, their model and the tags of their prompts. Pure.

import type { Channel } from './channel.js';

/** Each list is any-of, distinct and sorted; empty, or `null`: no filter. */
export interface RunFilter {
  readonly models: readonly string[];
  readonly providers: readonly string[];
  readonly webSearch: boolean | null;
  /** `null`: runs without one; clients cannot ask for them so. */
  readonly markets: readonly (string | null)[];
  /** Whether the text of the prompt names the brand. */
  readonly branded: boolean | null;
  readonly promptIds: readonly string[];
}

export const noFilter: RunFilter = {
  models: [],
  providers: [],
  webSearch: null,
  markets: [],
  branded: null,
  promptIds: [],
};

/** Whether runs of some channels alone count. */
export function narrowsChannels({ models, providers, webSearch, markets }: RunFilter): boolean {
  return models.length + providers.length + markets.length > 0 || webSearch !== null;
}

/** Whether runs of some prompts alone count. */
export function narrowsPrompts({ branded, promptIds }: RunFilter): boolean {
  return promptIds.length > 0 || branded !== null;
}

/** Whether runs of a channel may count. */
export function admitsChannel(filter: RunFilter, { model, provider, webSearchEnabled, market }: Channel): boolean {
  const { models, providers, webSearch, markets } = filter;
  if (webSearch !== null && webSearch !== webSearchEnabled) return false;
  return isAmong(models, model) && isAmong(providers, provider) && isAmong(markets, market);
}

function isAmong(list: readonly (string | null)[], given: string | null): boolean {
  return list.length === 0 || list.includes(given);
}
