// What a request is about, once that is known: the subject that it names and the version of its data, by which its answer is confirmed, kept, and of one instant.

import { mayRead, type Viewer } from '../../auth/viewer.js';
import { noteReach, type Subject, type SubjectVersion } from '../../loaders/versions.js';
import type { RequestContext } from './request-context.js';

interface Named {
  readonly viewer: Viewer;
  readonly subject: Subject;
  /** Read before any of its data; `null`: there is no such subject. */
  readonly version: SubjectVersion | null;
}

/** Notes the subject that `requestContext` names; nothing where `viewer` cannot read it. */
export function noteSubject(requestContext: RequestContext, { viewer, subject, version }: Named): void {
  if (!version || (version.brand && !mayRead(viewer, version.brand))) return;
  noteReach(requestContext, [version]);
  if (version.isUnreachable) return;
  requestContext.version = version.version;
  requestContext.subjects = [subject];
}
