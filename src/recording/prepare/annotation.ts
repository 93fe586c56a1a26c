// What an annotation must say beyond the form of its fields. Pure.

import type { Fault } from '../../errors.js';
import type { RecordOf } from './records.js';

/** Every fault of an annotation; one that goes says no more than which it is. */
export function faultsOfAnnotation({ deleted, at, until, text }: RecordOf<'annotation'>): readonly Fault[] {
  if (deleted) return [];
  const faults: Fault[] = [];
  if (at === null) faults.push({ field: 'at', message: 'at is missing: it must be an RFC 3339 date-time.' });
  if (text === null) faults.push({ field: 'text', message: 'text is missing: it must have 1 to 500 characters.' });
  if (at !== null && until !== null && until <= at)
    faults.push({
      field: 'until',
      message: 'until must be later than at; leave it out of what happened at one instant.',
    });
  return faults;
}
