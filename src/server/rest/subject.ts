// The subject of the responses of a route: whose version decides whether they have changed.

import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { decoded } from '../context/utf8.js';
import type { Route } from './routes.js';

/** Reads the subject of a path, as sent: `null` if its parameter is not a possible id, or if the responses of the route have no entity tag. */
export function subjectReader({ path, isUntagged }: Route): (sent: string) => Subject | null {
  const segments = path.split('/');
  const [promptPlace, brandPlace] = [segments.indexOf(':promptId'), segments.indexOf(':brandId')];
  if (isUntagged) return () => null;
  return (sent) => {
    if (promptPlace === -1 && brandPlace === -1) return 'shared';
    const given = sent.split('/');
    return promptPlace === -1 ? brandOf(given[brandPlace] ?? '') : promptOf(given[promptPlace] ?? '');
  };
}

function promptOf(promptId: string): Subject | null {
  return uuid.test(promptId) ? { promptId } : null;
}

function brandOf(segment: string): Subject | null {
  const brandId = decoded(segment); // of what is malformed, the route itself says so
  return brandId && isWithin(brandId, maxIdLength) && !brandId.includes('\0') ? { brandId } : null;
}
