// Looks at the first bytes of an input, which says how to read it.

/** The beginning of `input`, of at least `bytes` bytes where there are as many, and all of its chunks, to be read once. */
export async function peek(input: AsyncIterable<Buffer>, bytes: number) {
  const unread = input[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let length = 0; length < bytes; ) {
    const { done, value } = await unread.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const head = Buffer.concat(first);
  return { head, chunks: joined(head, unread) };
}

async function* joined(head: Buffer, unread: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => unread };
}
