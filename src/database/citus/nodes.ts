// Work on the nodes of a cluster, which must not wait for one that takes statements and never answers them.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { NodeUnavailable } from '../unavailable.js';
import { createLocations, type Locations, locationsOnOne } from './locations.js';
import { ping, UnavailableNodes } from './unavailable-nodes.js';

type Read<T> = (client: pg.ClientBase) => Promise<T>;

export interface Nodes {
  readonly locations: Pick<Locations, 'all' | 'find'>;
  /** Rejects where the node of a brand cannot be reached. */
  readonly ping: (brandId: string) => Promise<void>;
  /**
   * A short read of what one node has of `brandIds`: on a connection of the pool, and where that takes too long, in a session of its own. Rejects with
   * `NodeUnavailable` where the node does not answer.
   */
  readonly read: <T>(brandIds: readonly string[], work: Read<T>) => Promise<T>;
  /** Runs `work` on data of `brandIds`. Its signal aborts with `NodeUnavailable` as soon as one of their nodes turns out not to answer. */
  readonly guard: <T>(brandIds: readonly string[], work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

interface Cluster {
  readonly pool: pg.Pool;
  readonly withoutTransaction: <T>(work: Read<T>, signal: AbortSignal) => Promise<T>;
}

/** How long a short read may take on a connection of the pool. */
const maxReadMs = 1_000;
/** After how long the nodes are looked at for which work is waiting, and how often from then on. */
const [firstLookMs, nextLookMs] = [1_000, 3_000];

/** One database is there or not: nothing is noticed of its nodes. */
export function oneNode(pool: pg.Pool): Nodes {
  return {
    locations: locationsOnOne(pool),
    ping: async () => {},
    read: async (_, work) => {
      const client = await pool.connect();
      return work(client).finally(() => client.release());
    },
    guard: (_, work) => work(new AbortController().signal),
  };
}

export function createNodes({ pool, withoutTransaction }: Cluster): Nodes {
  const locations = createLocations(pool);
  const unavailable = new UnavailableNodes(pool, locations);
  const read: Nodes['read'] = async (brandIds, work) => {
    if (unavailable.hasAny(await locations.of(brandIds))) throw new NodeUnavailable();
    const late = new AbortController();
    const timed: typeof work = (client) => {
      const limit = setTimeout(() => late.abort(), maxReadMs);
      return work(client).finally(() => clearTimeout(limit));
    };
    return withoutTransaction(timed, late.signal).catch((error: unknown) => {
      if (late.signal.aborted) return unavailable.read(brandIds, work);
      throw error;
    });
  };
  return {
    locations,
    read,
    ping: (brandId) => read([brandId], (client) => ping(client, brandId)),
    guard: async (brandIds, work) => {
      const nodes = await locations.of(brandIds);
      if (unavailable.hasAny(nodes)) throw new NodeUnavailable();
      const stop = new AbortController();
      const ended = new AbortController();
      const watch = async () => {
        for (let pauseMs = firstLookMs; !stop.signal.aborted; pauseMs = nextLookMs) {
          await pause(pauseMs, undefined, { signal: ended.signal, ref: false });
          for (const node of nodes) if (await unavailable.look(node)) stop.abort(new NodeUnavailable());
        }
      };
      // It ends with the work.
      watch().catch(() => {});
      return work(stop.signal).finally(() => ended.abort());
    },
  };
}
