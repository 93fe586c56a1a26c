// What the statements of a roller are about.

import type pg from 'pg';

/** A brand, and the connection that is in a transaction on it. */
export interface OfBrand {
  readonly client: pg.ClientBase;
  readonly brandId: string;
}
