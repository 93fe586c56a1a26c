// Whether a batch was committed whose recorder lost the connection: the batch itself says so, by a row beside the data that it writes. Each recorder
// has one row of a brand, with the number of its last batch.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A recorder of one database; it numbers its batches. */
export class Recorder {
  private readonly id = randomUUID();
  private batches = 0;

  /** The claim of the next batch. */
  claim<T extends object>(): BatchClaim<T> {
    this.batches += 1;
    return new BatchClaim(this.id, this.batches);
  }
}

/** A batch that takes effect once, however often its transaction is attempted. */
export class BatchClaim<T extends object> {
  /** What an attempt resulted in that may have been committed. */
  private sent: { readonly brandId: string; readonly result: T } | null = null;

  constructor(
    private readonly recorder: string,
    private readonly batch: number,
  ) {}

  /**
   * The result of an earlier attempt that was committed; waits for one that is still in progress. `null`: there is none, and the transaction of
   * `client` may write the batch.
   */
  async committed(client: pg.ClientBase): Promise<T | null> {
    if (this.sent === null) return null;
    return (await this.isFirst(client, this.sent.brandId)) ? null : this.sent.result;
  }

  /** Leaves the row in the transaction that writes the batch and results in `result`. To be called last. */
  async leave(client: pg.ClientBase, brandId: string, result: T): Promise<void> {
    const brandOf = this.sent?.brandId ?? brandId;
    if (this.sent === null) await this.isFirst(client, brandOf);
    this.sent = { brandId: brandOf, result };
  }

  /** Writes the row; rows of recorders that have ended long ago are removed. Resolves to whether it was not there yet. */
  private async isFirst(client: pg.ClientBase, brandId: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `with ended as (
         delete from recorder where brand_id = $1 and id <> $2 and written_at < now() - interval '1 day'
       )
       insert into recorder (brand_id, id, batch, written_at) values ($1, $2, $3, now())
       on conflict (brand_id, id) do update set batch = excluded.batch, written_at = excluded.written_at
       where recorder.batch < excluded.batch returning batch`,
      [brandId, this.recorder, this.batch],
    );
    return rowCount === 1;
  }
}
