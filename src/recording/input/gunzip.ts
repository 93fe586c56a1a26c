// Decompresses gzipped input, which is recognized by its first two bytes; other input is passed through.

import { createGunzip, type Gunzip } from 'node:zlib';
import { peek } from './peek.js';

/** Number of compressed bytes given to the decompressor at once; its output, up to a thousand times as large, is held in memory. */
const stepBytes = 8_192;

/**
 * The bytes of `input`, decompressed if they are gzip. If the data is truncated or corrupt, everything that can be decompressed is yielded
 * before the error is thrown.
 */
export async function* plainBytes(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, chunks } = await peek(input, 2);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzip(chunks) : chunks;
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createGunzip();
  const out: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => out.push(bytes));
  const ended = new Promise<void>((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  ended.catch(() => {});
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += stepBytes) {
        await written(stream, chunk.subarray(at, at + stepBytes));
        yield* out.splice(0);
      }
    }
    stream.end();
    await ended;
  } catch (error) {
    yield* out.splice(0);
    const isGzip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isGzip ? new Error(`the gzip data is truncated or corrupt (${error.message})`, { cause: error }) : error;
  } finally {
    stream.destroy();
  }
  yield* out.splice(0);
}

/** Settles when the decompressor has consumed `bytes`, or failed. */
function written(stream: Gunzip, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.write(bytes, (error) => {
      stream.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}
