// Reads the body of a request as fast as it comes, so that a client need not wait for the recorder, which has not the time of a request to receive it.

/** The body stood still, or came too slowly. */
export class BodyLate extends Error {}

interface Options {
  readonly maxBytes: number;
  /** Until the whole body is there; `null` without a limit. */
  readonly maxMs: number | null;
  /** Called with how many bytes are held; may throw. */
  readonly onBytes: (bytes: number) => void;
}

/** The chunks of `body`; more than `maxBytes` are not held: what follows is read and dropped once a chunk beyond them was taken. */
export function readAhead(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, maxMs, onBytes }: Options,
): AsyncIterable<Buffer> {
  const chunks: Buffer[] = [];
  let [read, held, isOver]: [number, number, boolean] = [0, 0, body === null];
  let failure: { readonly error: unknown } | null = null;
  let wake = () => {};
  const hold = (bytes: number) => {
    held += bytes;
    onBytes(held);
  };
  const readAll = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const isBeyond = read > maxBytes;
        read += next.value.byteLength;
        if (isBeyond || failure) continue;
        hold(next.value.byteLength);
        chunks.push(Buffer.from(next.value));
        wake();
      }
    } catch (error) {
      failure = { error };
    }
    isOver = true;
    clearTimeout(late);
    wake();
  };
  const fail = () => {
    failure = { error: new BodyLate() };
    wake();
  };
  const late = maxMs === null ? undefined : setTimeout(fail, maxMs);
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
  };
}
