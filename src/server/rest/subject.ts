// The subject of the responses of a route: what they are about.

import { isWithin, maxIdLength, uuid } from '../../domain/limits.js';
import type { Subject } from '../../loaders/versions.js';
import { decoded } from '../context/utf8.js';
import type { Route } from './routes.js';

/** Reads the subject of a path, as sent: `null` if its parameter is not a possible id, or if the responses are about more than what all brands share. */
export function subjectReader({ path, isUntagged }: Route): (sent: string) => Subject | null {
  const segments = path.split('/');
  const [promptPlace, brandPlace] = [segments.indexOf(':promptId'), segments.indexOf(':brandId')];
  return (sent) => {
    if (promptPlace === -1 && brandPlace === -1) return isUntagged ? null : 'shared';
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
