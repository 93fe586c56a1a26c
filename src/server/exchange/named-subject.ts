// What a request is about, once that is known: the subject that it names and the version of its data, by which its answer is confirmed, kept, and of one instant.

import { mayRead, type Viewer } from '../../auth/viewer.js';
import { noteReach, type Subject, type SubjectVersion } from '../../loaders/versions.js';
import type { Exchange } from './exchange.js';

interface Named {
  readonly viewer: Viewer;
  readonly subject: Subject;
  /** Read before any of its data; `null`: there is no such subject. */
  readonly version: SubjectVersion | null;
}

/** Notes the subject that `exchange` names; nothing where `viewer` cannot read it. */
export function noteSubject(exchange: Exchange, { viewer, subject, version }: Named): void {
  if (!version || (version.brand && !mayRead(viewer, version.brand))) return;
  noteReach(exchange, [version]);
  if (version.isUnreachable) return;
  exchange.version = version.version;
  exchange.subjects = [subject];
}
