// The limits and lengths that the whole program agrees on, each once: instants that can be written, the periods of time, and how much one
// request may ask for.

/** The first and the last instant that can be written, epoch milliseconds: the years 0001 to 9999 of UTC. */
export const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
export const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** The grain of every window, in milliseconds. */
export const quarterMs = 15 * 60_000;
export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
/** The same in seconds, the unit of PostgreSQL's `epoch`. */
export const quarterSeconds = quarterMs / 1_000;
export const daySeconds = dayMs / 1_000;

/** A window without a series that is longer than this is cut to the brand's runs before it is read. */
export const longWindowMs = 3_660 * dayMs;

/** The longest page of runs or prompts; above it, `limit` is this. */
export const maxPageRows = 100;
/** The most tags of one filter. */
export const maxTags = 50;
/** The longest `search`, in characters. */
export const maxSearchLength = 1_000;
/** The longest `search` of a list, in characters. */
export const maxListSearchLength = 200;
/** The longest id, in characters. */
export const maxIdLength = 128;

/** The most models that a message names. */
export const maxNamedModels = 50;

/** Where the client gives none. */
export const defaultLimit = 20;
