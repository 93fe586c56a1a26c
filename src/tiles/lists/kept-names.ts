// Ids and texts of prompts, kept from one request to the next under the version of their brand: whoever records or deletes a prompt renews it in the same
// transaction. Not on a cluster, where prompts are on every node and the version on one: two statements of a request may see them of two instants.

import type { Budget } from '../../domain/budget.js';
import type { Cached } from '../kept/tile-cache.js';
import { isStillProven, type Reading } from '../scan/reading.js';
import { versionOf } from '../stored/stamps.js';
import { type NameAndText, readUnordered, type UnorderedAsk } from './names.js';

interface KeptName extends NameAndText {
  /** Of its id and its text, in UTF-8. */
  readonly bytes: number;
}

class KeptNames implements Cached {
  bytes = 0;
  readonly names = new Map<number, KeptName>();

  add(names: ReadonlyMap<number, NameAndText>): void {
    for (const [id, { name, text }] of names) {
      if (this.names.has(id)) continue;
      const bytes = Buffer.byteLength(name) + Buffer.byteLength(text ?? '');
      this.bytes += nameBytes + 2 * bytes;
      this.names.set(id, { name, text, bytes });
    }
  }
}

/** What a name takes beside its characters, about. */
const nameBytes = 200;

/**
 * As `readUnordered`, of prompts of one brand, but what is kept under the version that `reading` has is not read again. `null`: that has changed since; never
 * within a snapshot.
 */
export async function readKept(
  reading: Reading,
  asks: readonly UnorderedAsk[],
  budget: Budget,
): Promise<readonly ReadonlyMap<number, NameAndText>[] | null> {
  const { client, cache, isOneInstant, proof, proven } = reading;
  const [key, version] = [`names ${proven.brandIds[0]}`, versionOf(proof)];
  const found = cache?.get(key, version);
  const kept = found instanceof KeptNames ? found : new KeptNames();
  let known = 0;
  const missing = asks.map((ask) => {
    const ids = ask.ids.filter((id) => {
      const name = kept.names.get(id);
      if (name) known += name.bytes;
      return !name;
    });
    return { ...ask, ids };
  });
  const isMissing = missing.some(({ ids }) => ids.length > 0);
  const read = await readUnordered(client, missing, budget, known);
  if (isMissing && !isOneInstant && !(await isStillProven(reading))) return null;
  for (const names of read) kept.add(names);
  if (isMissing) cache?.set(key, version, kept);
  return asks.map(() => kept.names);
}
