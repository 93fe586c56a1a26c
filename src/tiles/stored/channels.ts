// Channels: the combinations of model, provider, web search and market that runs of a brand have, by the numbers that tiles name them by.

/** An SQL condition: `channel` is that of `run`. Both are to be of one brand. */
export const isChannelOfRun = `channel.model = run.model and channel.provider = run.provider
  and channel.web_search_enabled = run.web_search_enabled and coalesce(channel.market, '') = coalesce(run.market, '')`;
