// What a request is about, once that is known: the subjects that it names and the version of their data, by which its answer is confirmed, kept, and of one instant.

import { mayRead, type Viewer } from '../../auth/viewer.js';
import { joinVersions, noteReach, type Subject, type SubjectVersion } from '../../loaders/versions.js';
import type { RequestContext } from './request-context.js';

interface Named {
  readonly viewer: Viewer;
  readonly subjects: readonly Subject[];
  /** Of each subject, read before any of its data; `null`: there is no such subject. */
  readonly versions: readonly (SubjectVersion | null)[];
}

/** Notes what `requestContext` names: the reach of what `viewer` can read, and the version where that is all of it. */
export function noteSubjects(requestContext: RequestContext, { viewer, subjects, versions }: Named): void {
  const found = versions.filter((each) => each !== null);
  const readable = found.filter(({ brand }) => !brand || mayRead(viewer, brand));
  noteReach(requestContext, readable);
  if (readable.length < versions.length || readable.some(({ isUnreachable }) => isUnreachable)) return;
  requestContext.version = joinVersions(readable.map(({ version }) => version));
  requestContext.subjects = subjects;
}
