// What a request is about, once that is known: the subjects that it names and the version of their data, by which its answer is confirmed, kept, and of one instant.

import { mayRead } from '../../auth/viewer.js';
import { joinVersions, noteReach, type Subject, type SubjectVersion, type VersionsOf } from '../../loaders/versions.js';
import type { AuthorizedContext, RequestContext } from './request-context.js';

interface Named {
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
  noteSubjects(requestContext, { subjects, versions: await versionsOf(subjects), areAll });
}

/** Notes what an authorized request names: the reach of what its viewer can read, and the version where that is all that its answer depends on. */
export function noteSubjects(requestContext: RequestContext, { subjects, versions, areAll }: Named): void {
  const { viewer } = requestContext;
  requestContext.named = { subjects, versions: joinVersions(versions) };
  delete requestContext.version;
  const found = versions.filter((each) => each !== null);
  const readable = found.filter(({ brand }) => !brand || (viewer && mayRead(viewer, brand)));
  noteReach(requestContext, readable);
  if (!areAll || readable.length < versions.length || readable.some(({ isUnreachable }) => isUnreachable)) return;
  requestContext.version = joinVersions(readable);
}
