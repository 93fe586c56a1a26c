// What a request is about, once that is known: the subjects that it names and the version of their data, by which its answer is confirmed, kept, and of one instant.

import { mayRead, type Viewer } from '../../auth/viewer.js';
import { joinVersions, noteReach, type Subject, type SubjectVersion, type VersionsOf } from '../../loaders/versions.js';
import type { AuthorizedContext, RequestContext } from './request-context.js';

interface Named {
  readonly viewer: Viewer;
  readonly subjects: readonly Subject[];
  /** Of each subject, read before any of its data; `null`: there is no such subject. */
  readonly versions: readonly (SubjectVersion | null)[];
  /** Whether its answer depends on nothing else. */
  readonly areAll: boolean;
}

/** Reads the versions of what `requestContext` names again, so that what is read next is allowed and kept by them. */
export async function noteAgain(requestContext: AuthorizedContext, versionsOf: VersionsOf): Promise<void> {
  const { named, version } = requestContext;
  if (named) await noteVersions(requestContext, { ...named, areAll: version !== undefined }, versionsOf);
}

/** Reads the versions of what a request turns out to name, before any of its data, and notes them. */
export async function noteVersions(
  requestContext: AuthorizedContext,
  { subjects, areAll }: Pick<Named, 'subjects' | 'areAll'>,
  versionsOf: VersionsOf,
): Promise<void> {
  const { viewer } = requestContext;
  noteSubjects(requestContext, { viewer, subjects, versions: await versionsOf(subjects), areAll });
}

/** Notes what `requestContext` names: the reach of what `viewer` can read, and the version where that is all that its answer depends on. */
export function noteSubjects(requestContext: RequestContext, { viewer, subjects, versions, areAll }: Named): void {
  requestContext.named = { subjects, versions: joinVersions(versions) };
  delete requestContext.version;
  const found = versions.filter((each) => each !== null);
  const readable = found.filter(({ brand }) => !brand || mayRead(viewer, brand));
  noteReach(requestContext, readable);
  if (!areAll || readable.length < versions.length || readable.some(({ isUnreachable }) => isUnreachable)) return;
  requestContext.version = joinVersions(readable);
}
