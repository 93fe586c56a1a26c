// What a world never had: the records that were admitted, but for those that were deleted later.

import type { AnyRecord } from './record.js';
import { worldOf } from './world.js';

export interface DeletionRecord {
  readonly type: 'run' | 'prompt' | 'brand';
  readonly id: string;
  readonly promptId?: string;
  readonly deleted: true;
}

type Given = AnyRecord | DeletionRecord;

export interface NeverHad {
  /** The records of a store that never had the others. */
  readonly records: readonly AnyRecord[];
  /** Those that are refused when they come. */
  readonly rejected: readonly AnyRecord[];
}

export function neverHad(given: readonly Given[]): NeverHad {
  let records: readonly AnyRecord[] = [];
  const rejected: AnyRecord[] = [];
  for (const record of given) {
    if ('deleted' in record) records = without(records, record);
    else if (worldOf([...records, record]).rejected.length > 0) rejected.push(record);
    else records = [...records, record];
  }
  return { records, rejected };
}

function without(records: readonly AnyRecord[], deletion: DeletionRecord): readonly AnyRecord[] {
  const is = (id: string, other = '') => id.toLowerCase() === other.toLowerCase();
  const { type, id, promptId } = deletion;
  const prompts = records.flatMap((record) => (record.type === 'prompt' && record.brandId === id ? record.id : []));
  return records.filter((record) => {
    if (type === 'run') return !(record.type === 'run' && is(record.id, id) && is(record.promptId, promptId));
    if (type === 'prompt')
      return !((record.type === 'run' && is(record.promptId, id)) || (record.type === 'prompt' && is(record.id, id)));
    if (record.type === 'run') return !prompts.some((prompt) => is(prompt, record.promptId));
    if (record.type === 'brand') return record.id !== id;
    return !('brandId' in record && record.brandId === id);
  });
}
