// A cursor names the run after which a page begins, so that runs which arrive meanwhile neither shift nor repeat others. It is opaque to
// clients: a version and the run's place, packed as base64url.

import type { Fault } from '../errors.js';
import { firstInstant, lastInstant } from './limits.js';
import type { RunPlace } from './run.js';

const version = 'r1';
const packed = new RegExp(`^${version} (-?\\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** No cursor is longer. */
const maxLength = 100;

export function formatCursor({ createdAt, id }: RunPlace): string {
  return Buffer.from(`${version} ${createdAt} ${id}`).toString('base64url');
}

/** The place that `formatCursor` wrote, or the fault of a text that it did not write. */
export function parseCursor(text: string): RunPlace | Fault {
  const decoded = text.length <= maxLength ? Buffer.from(text, 'base64url').toString() : '';
  const [, instant = '', id = ''] = packed.exec(decoded) ?? [];
  const place = { createdAt: Number(instant), id };
  const isPlace = place.createdAt >= firstInstant && place.createdAt <= lastInstant && formatCursor(place) === text;
  if (id !== '' && isPlace) return place;
  const given = JSON.stringify(text.slice(0, 100));
  return { field: 'after', message: `after must be the nextCursor of an earlier page, unchanged; given was ${given}.` };
}
