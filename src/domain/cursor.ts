// A cursor identifies the run after which a page starts, so that new runs cause neither gaps nor repetitions. It is opaque to
// clients: a version and the run's place, encoded as base64url.

import type { Fault } from '../errors.js';
import { firstInstant, lastInstant } from './limits.js';
import type { RunPlace } from './run.js';

const version = 'r1';
const packed = new RegExp(`^${version} (-?\\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Maximum length of a cursor. */
const maxLength = 100;

export function formatCursor({ createdAt, id }: RunPlace): string {
  return Buffer.from(`${version} ${createdAt} ${id}`).toString('base64url');
}

/** The place encoded by `formatCursor`, or the fault of a text that is not a cursor. */
export function parseCursor(text: string): RunPlace | Fault {
  const decoded = text.length <= maxLength ? Buffer.from(text, 'base64url').toString() : '';
  const [, instant = '', id = ''] = packed.exec(decoded) ?? [];
  const place = { createdAt: Number(instant), id };
  const isPlace = place.createdAt >= firstInstant && place.createdAt <= lastInstant && formatCursor(place) === text;
  if (id !== '' && isPlace) return place;
  const given = JSON.stringify(text.slice(0, 100));
  return { field: 'after', message: `after must be the nextCursor of an earlier page, unchanged; given was ${given}.` };
}
