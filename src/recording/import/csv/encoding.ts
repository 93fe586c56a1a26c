// In which encoding a CSV file is read: the one that is stated, else UTF-16 where its first bytes show it, else UTF-8. What is not valid in
// it is found line by line, and nothing is replaced by another character.

import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { type Line, linesOf } from '../../input/lines.js';
import { peek } from '../../input/peek.js';

/** The lines of a text, and how each is read. */
export interface EncodedText {
  /** As the WHATWG Encoding Standard names it, such as `utf-8`. */
  readonly encoding: string;
  readonly lines: AsyncGenerator<readonly Line[]>;
  /** The text of the bytes of a line; `null`: they are not valid in this encoding. */
  readonly decode: (line: Buffer) => string | null;
}

/** The longest line; of a longer one only the beginning is kept. */
export const maxLineBytes = 64_000_000;
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];
/** The dividers of cells, and line ends. */
const cellEnds = new Set(Buffer.from(',;\t|\r\n'));

/** The name of the encoding that `label` stands for, such as `windows-1252` for `latin1`. Throws for one that this platform does not know. */
export function encodingNamed(label: string): string {
  try {
    return new TextDecoder(label.trim(), { fatal: true }).encoding;
  } catch {
    throw new Error(
      `--encoding must be an encoding such as utf-8, utf-16le, windows-1252, iso-8859-15, shift_jis or gb18030; given was "${label}".`,
    );
  }
}

/** Opens `input`; `stated` is `null` or a name by `encodingNamed`. Lines end with LF, CRLF, or with CR where the file has no other line end. */
export async function openText(input: AsyncIterable<Buffer>, stated: string | null): Promise<EncodedText> {
  const { head, chunks } = await peek(input, detectionBytes);
  if (head[0] === 0x1f && head[1] === 0x8b) throw new Error('The file is gzipped, which is not read: unpack it first.');
  if (isUtf32(head)) throw new Error('The file is UTF-32, which is not read: save it as UTF-8.');
  const encoding = stated ?? detected(head);
  const isWide = encoding.startsWith('utf-16');
  const text = isWide ? utf8Of(chunks, encoding === 'utf-16be') : chunks;
  return {
    encoding,
    lines: linesOf(withLineFeeds(text), maxLineBytes),
    decode: isWide || encoding === 'utf-8' ? decodeUtf8 : decoderOf(encoding),
  };
}

/** The first line that is not valid in the encoding of `input`, if there is one. */
export async function firstInvalidLine(
  input: AsyncIterable<Buffer>,
): Promise<{ line: number; encoding: string } | null> {
  const { encoding, lines, decode } = await openText(input, null);
  for await (const some of lines)
    for (const { bytes, number } of some) if (decode(bytes) === null) return { line: number, encoding };
  return null;
}

function decodeUtf8(line: Buffer): string | null {
  return isUtf8(line) ? line.toString('utf8') : null;
}

function decoderOf(encoding: string): EncodedText['decode'] {
  let decoder = new TextDecoder(encoding, { fatal: true });
  return (line) => {
    try {
      // As a stream, because Node 20 reads windows-1252 as Latin-1 otherwise.
      return decoder.decode(line, { stream: true }) + decoder.decode();
    } catch {
      decoder = new TextDecoder(encoding, { fatal: true });
      return null;
    }
  };
}

/** As many as show the encoding. */
const detectionBytes = 1_000;

/** Whether all units of four bytes can be code points, of which the highest has 21 bits; the byte order mark is one. No other encoding has texts of such bytes. */
function isUtf32(head: Buffer): boolean {
  const units = Array.from({ length: Math.floor(head.length / 4) }, (_, place) =>
    head.subarray(4 * place, 4 * place + 4),
  );
  const isAlways = (high: number, next: number) => units.every((unit) => unit[high] === 0 && (unit[next] ?? 0) <= 0x10);
  return units.length > 0 && (isAlways(3, 2) || isAlways(0, 1));
}

/** By a byte order mark, or by the zeros of the half of the bytes that is zero in most texts. */
function detected(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = head.subarray(0, detectionBytes);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd * 4 > start.length && even === 0) return 'utf-16le';
  return even * 4 > start.length && odd === 0 ? 'utf-16be' : 'utf-8';
}

/** UTF-16 as UTF-8; half a surrogate pair or half a unit becomes a byte that UTF-8 does not have, so that its line is not valid either. */
async function* utf8Of(chunks: AsyncIterable<Buffer>, isBigEndian: boolean): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder('utf16le');
  let odd: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const whole = Buffer.concat([odd, chunk]);
    const even = whole.subarray(0, whole.length - (whole.length % 2));
    odd = Buffer.from(whole.subarray(even.length));
    yield wellFormed(decoder.write(isBigEndian ? even.swap16() : even));
  }
  yield wellFormed(decoder.end());
  if (odd.length > 0) yield invalidByte;
}

const invalidByte = Buffer.from([0xff]);

function wellFormed(text: string): Buffer {
  const [first = '', ...others] = text.split(/\p{Surrogate}/u);
  return Buffer.concat([Buffer.from(first), ...others.flatMap((piece) => [invalidByte, Buffer.from(piece)])]);
}

/** CR as LF, where the first line end is a CR that no LF follows. Within a cell in quotation marks, all stay as they are. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let toLineFeeds: ((bytes: Buffer) => Buffer) | null = null;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (toLineFeeds === null) {
      held = Buffer.concat([held, chunk]);
      const at = held.findIndex((byte) => byte === lineFeed || byte === carriageReturn);
      if (at === -1 && held.length < maxLineBytes) continue;
      if (at !== -1 && held[at] === carriageReturn && at === held.length - 1) continue;
      const isReturn = held[at] === carriageReturn && held[at + 1] !== lineFeed;
      toLineFeeds = isReturn ? returnsAsLineFeeds() : (bytes) => bytes;
      yield toLineFeeds(held);
    } else yield toLineFeeds(chunk);
  }
  if (toLineFeeds === null && held.length > 0) yield held;
}

/** For the chunks of a text in turn. A cell begins in quotation marks where one stands behind what may end another cell. */
function returnsAsLineFeeds(): (bytes: Buffer) => Buffer {
  let [isQuoted, before] = [false, carriageReturn];
  return (bytes) =>
    bytes.map((byte) => {
      if (byte === quote) isQuoted = !isQuoted && (before === quote || cellEnds.has(before));
      before = byte;
      return byte === carriageReturn && !isQuoted ? lineFeed : byte;
    }) as Buffer; // safe because a map of a Buffer is one
}
