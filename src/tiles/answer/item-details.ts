// The distinct prompts and models of items.

import type pg from 'pg';
import type { DetailAsk, ItemDetails } from '../../domain/lists/item-details.js';
import { readRawDetails } from '../plain/raw-items.js';

/**
 * The details of each ask, in their order, equal to those of `readRawDetails`. To be called within one snapshot. `onCorrupt` is called with asks
 * whose tiles are corrupt; they are answered from raw rows.
 */
export function readItemDetails(
  client: pg.ClientBase,
  asks: readonly DetailAsk[],
  _onCorrupt: (ask: DetailAsk) => void = () => {},
): Promise<readonly ItemDetails[]> {
  return readRawDetails(client, asks);
}
