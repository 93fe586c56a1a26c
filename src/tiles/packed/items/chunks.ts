// Items (URLs, domains, queries) are counted in chunks: ranges of their numbers, a stored row each. Numbers are given out in the order in
// which items are first recorded, so those that occur most have low ones: the first chunks are small, each twice the one before. Pure.

const firstBits = 6;
const lastBits = 13;
const doubling = lastBits - firstBits;

/** The largest number of items in a chunk. */
export const maxChunkItems = 2 ** lastBits;

/** The chunk of an item. */
export function chunkOf(id: number): number {
  if (id >= maxChunkItems) return doubling + (id >>> lastBits);
  return id < 2 ** firstBits ? 0 : 32 - firstBits - Math.clz32(id);
}

/** The first item of a chunk. */
export function firstOf(chunk: number): number {
  if (chunk > doubling) return (chunk - doubling) * maxChunkItems;
  return chunk === 0 ? 0 : 1 << (chunk + firstBits - 1);
}

/** The chunks of some items, each once. */
export function chunksOf(ids: Iterable<number>): readonly number[] {
  const chunks = new Set<number>();
  for (const id of ids) chunks.add(chunkOf(id));
  return [...chunks];
}
