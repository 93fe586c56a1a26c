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
  private readonly looks = new Map<number, Promise<boolean>>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly locations: Locations,
  ) {}

  /** Whether one of these nodes is known not to answer. */
  hasAny(nodes: readonly NodeBrands[]): boolean {
    return nodes.some(({ node }) => this.unavailable.has(node));
  }

  /** Runs `work`, a short read of what one node has of `brandIds`. Where the node does not answer it, it is unavailable, and this rejects. */
  read<T>(brandIds: readonly string[], work: Work<T>): Promise<T> {
    return inOwnSession(this.pool, limits, async (client) => {
      const [node, ...others] = await this.locations.find(brandIds, client);
      if (!node || others.length > 0) throw new Error('These brands are no longer on one node.');
      return work(client).catch((error: unknown) => {
        if (!isUnavailable(error) && !isStatementTimeout(error)) throw error;
        void this.add(node);
        throw new NodeUnavailable({ cause: error });
      });
    });
  }

  /** Looks whether a node answers; resolves to whether it is unavailable. Never rejects. Whoever calls it during a look shares that. */
  async look({ node, brandIds: [brandId = ''] }: NodeBrands): Promise<boolean> {
    if (this.unavailable.has(node)) return true;
    const look = () =>
      this.read([brandId], (client) => ping(client, brandId))
        .then(() => false)
        .catch((error: unknown) => error instanceof NodeUnavailable)
        .finally(() => this.looks.delete(node));
    const current = this.looks.get(node) ?? look();
    this.looks.set(node, current);
    return current;
  }

  private async add({ node, brandIds: [brandId = ''] }: NodeBrands): Promise<void> {
    if (this.unavailable.has(node)) return;
    this.unavailable.add(node);
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
