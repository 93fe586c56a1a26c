// Which nodes of a cluster do not answer, as far as this process has noticed. That is only ever decided in a session of its own; while a node is unavailable,
// it is looked at from time to time.

import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isStatementTimeout, isUnavailable, NodeUnavailable } from '../unavailable.js';
import type { Locations, NodeBrands } from './locations.js';
import { inOwnSession } from './own-session.js';

type Work<T> = (client: pg.ClientBase) => Promise<T>;

/** How long a node may take that answers. */
const limits = { connectMs: 3_000, statementMs: 4_000 };
/** The pause between two looks at a node that is unavailable. */
const retryMs = 2_000;

export class UnavailableNodes {
  private readonly unavailable = new Set<number>();
  private readonly looks = new Map<number, Promise<void>>();
  private readonly dependents = new Map<number, Set<AbortController>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly locations: Locations,
  ) {}

  /** Whether the node of a brand is known not to answer. */
  has(brandId: string): boolean {
    const node = this.locations.known(brandId);
    return node !== undefined && this.unavailable.has(node);
  }

  /** Has `stop` aborted when one of these nodes becomes unavailable, until the returned function is called. */
  stopWith(nodes: readonly NodeBrands[], stop: AbortController): () => void {
    const sets = nodes.map(({ node }) => {
      const set = this.dependents.get(node) ?? new Set();
      this.dependents.set(node, set);
      return set.add(stop);
    });
    return () => {
      for (const set of sets) set.delete(stop);
    };
  }

  /** Runs `work`, a short read of what one node has of `brandIds`. Where the node does not answer it, it is unavailable, and this rejects. */
  async read<T>(brandIds: readonly string[], work: Work<T>): Promise<T> {
    this.locations.forget(brandIds);
    const [node, ...others] = await this.locations.of(brandIds);
    if (!node || others.length > 0) throw new Error('These brands are no longer on one node.');
    try {
      return await inOwnSession(this.pool, limits, (client) => work(client).catch(throwSilence));
    } catch (error) {
      if (error instanceof NodeUnavailable) void this.add(node);
      throw error;
    }
  }

  /** Looks whether a node answers. Never rejects. Whoever calls it during a look shares that. */
  look({ node, brandIds: [brandId = ''] }: NodeBrands): Promise<void> {
    const look = async () => {
      await this.read([brandId], (client) => ping(client, brandId)).catch(() => {});
      this.looks.delete(node);
    };
    const current = this.looks.get(node) ?? look();
    this.looks.set(node, current);
    return current;
  }

  private async add({ node, brandIds: [brandId = ''] }: NodeBrands): Promise<void> {
    if (this.unavailable.has(node)) return;
    this.unavailable.add(node);
    for (const stop of this.dependents.get(node) ?? []) stop.abort(new NodeUnavailable());
    const answers = () =>
      inOwnSession(this.pool, limits, (client) => ping(client, brandId)).then(
        () => true,
        () => false,
      );
    do await pause(retryMs, undefined, { ref: false });
    while (!this.pool.ended && !(await answers()));
    this.unavailable.delete(node);
  }
}

/** Asks for next to nothing of a brand. */
export async function ping(client: pg.ClientBase, brandId: string): Promise<void> {
  await client.query('select from version where brand_id = $1', [brandId]);
}

function throwSilence(error: unknown): never {
  throw isUnavailable(error) || isStatementTimeout(error) ? new NodeUnavailable({ cause: error }) : error;
}
