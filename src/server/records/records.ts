// POST /api/v1/records: the recorder's own pipeline, fed by a request. What it answers is durable; whatever else it answers, the same records can be
// sent again.

import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Viewer } from '../../auth/viewer.js';
import type { Config } from '../../config.js';
import type { Database } from '../../database/postgres.js';
import { AppError, invalid, unavailable } from '../../errors.js';
import { createLimitsByKey } from '../../limits-by-key.js';
import type { Reach } from '../../recording/admit/state.js';
import type { Turn } from '../../recording/apply.js';
import { limits } from '../../recording/input/batches.js';
import type { Line } from '../../recording/input/lines.js';
import type { Preparer } from '../../recording/prepare/preparer.js';
import { RecordingStopped, recordStream } from '../../recording/record.js';
import { type Caches, emptyCaches } from '../../recording/write/caches.js';
import { Stop } from '../../stop.js';
import type { HttpResponse } from '../context/http-response.js';
import { unknownParameters } from '../context/parameter-names.js';
import type { AuthorizedContext, ServerContext } from '../context/request-context.js';
import { createPending } from '../cost/pending.js';
import { answerOf, rejectsList, stoppedError, tooLarge } from './outcome.js';
import { readAhead } from './read-ahead.js';

export interface RecordParts {
  readonly db: Database;
  /** Of all recordings: a thread for each would cost more than what it prepares. */
  readonly preparer: Preparer;
  /** `maxPendingBytes`: of all bodies that are being received; answers have as much for themselves. */
  readonly config: Pick<Config, 'maxRecordBytes' | 'maxPendingBytes'>;
  /** Batches that one process records at once, each on a connection of its own. */
  readonly maxRecordings: number;
  /** Whether anyone is reading. */
  readonly isAsked: () => boolean;
}

/** Records the body of a request. */
type ServeRecords = (c: ServerContext, requestContext: AuthorizedContext) => Promise<HttpResponse>;

/** Recordings of one key that are under way or wait. */
const maxOfKey = 10;
/** Small, so that neither a batch nor a line holds up other requests. */
const batch = { records: 500, bytes: 1_000_000 };
/** While others read, a batch is followed by a pause as long, which leaves them half of the machine; all pauses of a body, which has its time limit, are no longer than this. */
const maxPausesMs = 5_000;
/** What each recording under way remembers of each kind for those after it: most pages are cited again and again. */
const cachedNumbers = 50_000;
/** Of the time in which a request must arrive, and be answered. */
const timeShare = 0.9;

const noRoom = 'Too many records are being received. Try again in a moment, or send less at once.';
const tooLong = 'Recording takes too long: send less at once.';

const mediaTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/gzip'];

export function createRecords({ db, preparer, config, maxRecordings, isAsked }: RecordParts): ServeRecords {
  const { maxRecordBytes, maxPendingBytes } = config;
  const underWay = createLimitsByKey(maxOfKey);
  const pending = createPending(maxPendingBytes, { message: noRoom });
  const preparing = createLimitsByKey(1);
  const ofOwners = createLimitsByKey(1);
  const ofAll = pLimit(maxRecordings);
  const ofDeletions = pLimit(Math.max(1, maxRecordings - 1));
  const idle: Caches[] = [];
  /** Bodies that are received slowly hold no turn: it is for a part of a batch. However many delete, one place is for what is only recorded. */
  const inTurn = <T>(owner: string, deletes: boolean, record: (known: Caches) => Promise<T>) => {
    const recorded = () =>
      ofAll(async () => {
        const known = idle.pop() ?? emptyCaches(cachedNumbers);
        const result = await record(known);
        idle.push(known);
        return result;
      });
    return ofOwners.run(owner, () => (deletes ? ofDeletions(recorded) : recorded()));
  };
  return async ({ req: { raw }, env }, requestContext) => {
    const { viewer, deadline } = requestContext;
    const reach = reachOf(viewer);
    const unknown = unknownParameters(new URLSearchParams(requestContext.search).keys(), []);
    if (unknown.length > 0) throw invalid(unknown);
    ensureType(raw.headers);
    if (db.isReadOnly) throw unavailable('The database is read-only: records are taken in by the primary.');
    if (Number(raw.headers.get('content-length') ?? 0) > maxRecordBytes) throw tooLarge(maxRecordBytes, null);
    if (underWay.countOf(viewer.keyId) >= maxOfKey)
      throw unavailable(`This key has ${maxOfKey} recordings under way. Try again in a moment.`);
    // The connection of a late request is closed without a word about what is recorded.
    const maxMs = env.requestMs === undefined ? null : env.requestMs * timeShare;
    const place = pending.open(viewer.keyId);
    const left = new Set<Promise<unknown>>();
    let [received, text] = [0, 0];
    const onBytes = (bytes: number) => {
      place.resize(bytes + text);
      received = bytes;
    };
    const onText = (bytes: number) => {
      place.resize(received + bytes);
      text = bytes;
    };
    using input = readAhead(raw.body, { maxBytes: maxRecordBytes, maxMs, onBytes });
    // While there is time to say what is recorded.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(unavailable(tooLong)), deadline.msLeft() * timeShare);
    const signal = AbortSignal.any([requestContext.deadline.signal, late.signal]);
    const aborted = new Stop();
    signal.addEventListener('abort', () => aborted.stop(signal.reason), { once: true });
    const rejects = rejectsList();
    let pausesMs = maxPausesMs;
    /** Whether a part was begun that is not counted yet: it may be recorded. */
    let isUnsettled = false;
    const onProgress = () => {
      isUnsettled = false;
    };
    const turn: Turn = (record, deletes) => {
      const recording = inTurn(ownerOf(viewer), deletes, async (known) => {
        signal.throwIfAborted();
        const started = performance.now();
        isUnsettled = true;
        const recorded = await record(known);
        if (!isAsked()) return recorded;
        const pauseMs = Math.min(performance.now() - started, pausesMs);
        pausesMs -= pauseMs;
        await pause(pauseMs, undefined, { signal }).catch(() => {});
        return recorded;
      });
      return aborted.race(follow(left, recording));
    };
    const prepare = (lines: readonly Line[]) => {
      const prepared = preparing.run(viewer.keyId, () => {
        signal.throwIfAborted();
        return preparer.prepare(lines);
      });
      return follow(left, prepared);
    };
    try {
      const options = {
        ...{ rejects, signal, reach, onText, onProgress, turn },
        preparer: { ...preparer, prepare },
        limits: { ...limits, ...batch, inputBytes: maxRecordBytes },
      };
      const recorded = follow(left, recordStream(db, input, options));
      // What waits for its turn takes its room until then, also where nobody waits for it any more.
      void underWay.run(viewer.keyId, () => settled(left)).finally(place.release);
      return answerOf(await recorded, rejects.rejected);
    } catch (error) {
      if (error instanceof RecordingStopped)
        throw stoppedError(error, { maxRecordBytes, requestContext, isUnsettled, listed: rejects.rejected });
      throw error;
    } finally {
      clearTimeout(timer);
      // Node keeps a signal that is made of others, and all that its listeners hold, until it aborts.
      late.abort();
    }
  };
}

/** `work`, which is in `left` until it is done. */
function follow<T>(left: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  left.add(work);
  const end = () => left.delete(work);
  work.then(end, end);
  return work;
}

/** Resolves when nothing is left. */
async function settled(left: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (left.size > 0) await Promise.allSettled(left);
}

/** Whose turn it is: the keys of an organization wait for each other's long deletions, not others for all of them. */
function ownerOf(viewer: Viewer): string {
  return viewer.kind === 'admin' ? `admin ${viewer.keyId}` : `organization ${viewer.organizationId}`;
}

function reachOf(viewer: Viewer): Reach {
  if (viewer.kind === 'admin') return null;
  if (viewer.mayRecord) return { organizationId: viewer.organizationId, brandIds: viewer.brandIds };
  const message = 'This key cannot record. Create one that can: sightline keys create --record.';
  throw new AppError('not_found', message);
}

function ensureType(headers: Headers): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (mediaTypes.includes(type) && ['identity', 'gzip'].includes(encoding)) return;
  const message = `Send newline-delimited JSON as Content-Type: ${mediaTypes[0]}, plain or with Content-Encoding: gzip.`;
  throw new AppError('unsupported_media_type', message);
}
