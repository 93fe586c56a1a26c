// Exports of lists: all elements in order, one a line, made as the client takes them. Each holds a connection of the database for its snapshot, so
// their number and their duration are limited.

import { createPause } from '../../../domain/pause.js';
import { formatInstant } from '../../../domain/window.js';
import { unavailable } from '../../../errors.js';
import { createLimitsByKey } from '../../../limits-by-key.js';
import { changedMeanwhile, type ExportAsk, type ExportRow, streamRows } from '../../../loaders/list-export.js';
import type { BodyStream } from '../../context/http-response.js';
import type { AuthorizedContext } from '../../context/request-context.js';
import type { OperationParts } from '../../graphql/operation-context.js';
import type { Route } from '../routes.js';
import type { Elements } from './elements.js';
import type { LineFormat } from './formats.js';

interface Export {
  readonly ask: ExportAsk;
  readonly format: LineFormat;
  readonly elements: Elements;
}

/** So many exports of one key may wait. */
const maxWaiting = 10;
/** A recorder that commits a hundred times a second changes every other one between two statements. */
const maxOpenings = 20;

/** Characters of a chunk, about: one write of a response. */
const chunkLength = 65_536;

export type OpenExport = ReturnType<typeof createExports>;

export function createExports({ config: { maxExports, exportTimeoutMs }, ...parts }: OperationParts) {
  let running = 0;
  const maxOfKey = Math.max(1, Math.ceil(maxExports / 2));
  const ofKeys = createLimitsByKey(maxOfKey);
  /** Resolves once the key may run one more, to what ends that one. */
  const turnOf = (keyId: string) =>
    new Promise<() => void>((begin) => {
      void ofKeys.run(keyId, () => new Promise<void>((over) => begin(over)));
    });
  /**
   * Opens an export. When it resolves, its first rows are read, so that whatever fails before is an error of the request; what fails later is reported.
   * Those of one key that are more than half wait for each other. `again` allows and makes it anew where its data changed before it was opened, as while it
   * waited: all of it is of one instant. Throws `unavailable` where too many run.
   */
  return async (
    requestContext: AuthorizedContext,
    first: Export,
    again: () => Promise<Export>,
  ): Promise<BodyStream> => {
    const { keyId } = requestContext.viewer;
    if (ofKeys.countOf(keyId) >= maxOfKey + maxWaiting)
      throw unavailable(`${maxWaiting} exports of this key are waiting. Try again in a moment.`);
    const over = await turnOf(keyId);
    if (running >= maxExports || requestContext.deadline.signal.aborted) {
      over();
      throw unavailable('Too many exports are running. Try again in a moment.');
    }
    running += 1;
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      over();
      clearTimeout(timer);
      // Node keeps a signal that is made of others, and all that its listeners hold, until it aborts.
      late.abort();
    };
    // The request's own signal aborts if it fails before its response, and never after it.
    const signal = AbortSignal.any([requestContext.deadline.signal, requestContext.deadline.left, late.signal]);
    // One that nobody takes to its end is over when its signal aborts: at the latest when its time is up.
    signal.addEventListener('abort', end, { once: true });
    const chunksNow = (what: Export): BodyStream => {
      const { named } = requestContext;
      if (!named) throw new Error('An export is about nothing that has a version.');
      const replica = parts.replicaFor(requestContext);
      return chunksOf(streamRows({ ...parts, replica, ask: what.ask, named, signal }), what);
    };
    const chunks = watched(unchanged(chunksNow, first, again), requestContext, end);
    await chunks.next();
    timer = setTimeout(
      () => late.abort(new Error(`An export took longer than ${exportTimeoutMs} ms.`)),
      exportTimeoutMs,
    );
    timer.unref();
    return chunks;
  };
}

/** The headers of an export: its type, and the name of its file. */
export function exportHeaders({ path }: Route, { question }: ExportAsk, { mediaType, extension }: LineFormat) {
  const [start, end] = [question.window.start, question.window.end].map((instant) =>
    formatInstant(instant).slice(0, 10),
  );
  const list = path.split('/:brandId/')[1]?.replaceAll('/', '-');
  // An id may be anything; what is left here needs no quoting, on any system.
  const name = `${question.brandId}-${list}-${start}-${end}`.replace(/[^\w.-]/g, '_');
  return {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}.${extension}"`,
  };
}

/** The chunks of an export as it is when it is opened. The first is empty. */
async function* unchanged(
  chunksNow: (what: Export) => BodyStream,
  first: Export,
  again: () => Promise<Export>,
): BodyStream {
  let chunks = chunksNow(first);
  for (let openings = 1; !(await isOpened(chunks)); openings++) {
    if (openings === maxOpenings) throw unavailable('What is exported keeps changing. Try again in a moment.');
    chunks = chunksNow(await again());
  }
  yield '';
  yield* chunks;
}

async function isOpened(chunks: BodyStream): Promise<boolean> {
  try {
    await chunks.next();
    return true;
  } catch (error) {
    if (error !== changedMeanwhile) throw error;
    return false;
  }
}

/** The same chunks; calls `end` after them. An error after the first of them reaches nobody else, so it is reported. */
async function* watched(chunks: BodyStream, requestContext: AuthorizedContext, end: () => void): BodyStream {
  let isOpen = false;
  try {
    for await (const chunk of chunks) {
      isOpen = true;
      yield chunk;
    }
  } catch (error) {
    if (isOpen && !requestContext.deadline.left.aborted) requestContext.report(error);
    throw error;
  } finally {
    end();
  }
}

/** Chunks of lines. The first is empty, and comes when the first rows are read. */
async function* chunksOf(rows: AsyncIterable<readonly ExportRow[]>, { format, elements }: Export): BodyStream {
  const pause = createPause();
  let chunk = format.head(elements);
  let isOpen = false;
  for await (const batch of rows) {
    if (!isOpen) yield '';
    isOpen = true;
    for (const row of batch) {
      chunk += format.line(row, elements);
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
      if (pause.isDue()) await pause.take();
    }
  }
  if (!isOpen) yield '';
  yield chunk;
}
