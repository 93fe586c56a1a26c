// Reads the body of a request as fast as it comes, so that a client need not wait for the recorder, which has not the time of a request to receive it.

/** The body stood still, or came too slowly. */
export class BodyLate extends Error {}

interface Options {
  readonly maxBytes: number;
  /** Until the whole body is there; `null` without a limit. */
  readonly maxMs: number | null;
  /** Called with how many bytes are held. Where it throws, that is how the body ends. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * The chunks of `body`. More than `maxBytes` are not held, nor anything once it has failed or was disposed of: what follows is read and dropped, so that
 * the client can read the answer.
 */
export function readAhead(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, maxMs, onBytes }: Options,
): AsyncIterable<Buffer> & Disposable {
  const chunks: Buffer[] = [];
  let [read, held, isOver]: [number, number, boolean] = [0, 0, body === null];
  let failure: { readonly error: unknown } | null = null;
  let wake = () => {};
  const fail = (error: unknown) => {
    failure ??= { error };
    wake();
  };
  const hold = (bytes: number) => {
    onBytes(held + bytes);
    held += bytes;
  };
  const take = (chunk: Uint8Array) => {
    const isBeyond = read > maxBytes;
    read += chunk.byteLength;
    if (isBeyond || failure) return;
    try {
      hold(chunk.byteLength);
      chunks.push(Buffer.from(chunk));
      wake();
    } catch (error) {
      fail(error);
    }
  };
  const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
    } catch (error) {
      fail(error);
    }
    isOver = true;
    clearTimeout(late);
    wake();
  };
  const late = maxMs === null ? undefined : setTimeout(() => fail(new BodyLate()), maxMs);
  if (body) void readAll(body.getReader());
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk = chunks.shift();
        if (chunk) {
          hold(-chunk.length);
          yield chunk;
        } else if (failure) throw failure.error;
        else if (isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    [Symbol.dispose]() {
      chunks.length = 0;
      fail(new Error('Nobody wants the rest of the body.'));
    },
  };
}
