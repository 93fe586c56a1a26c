// Random lines for the recorder: good records, records with something wrong, and bytes that are no records.

import type { Choices } from './choices.js';
import { jsonOf } from './requests.js';
import { hostileText } from './texts.js';

export interface FuzzedLine {
  readonly bytes: Buffer;
  /** Fields that are certainly wrong: the line must be rejected and every one of them named. */
  readonly wrong: readonly string[];
}

type Fields = Record<string, unknown>;

const id = (kind: number, number: number) => `f00d000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const organizations = ['o1', 'o2', '__proto__'];
export const brands = ['b1', 'b2', 'b/3 😀', 'constructor'];
const names = ['Globex', 'Initech', '__proto__', 'toString', '😀 Corp', 'Café', 'x'.repeat(500)];

/** Everything that the lines refer to; recorded first. */
export const foundation: readonly Fields[] = [
  ...organizations.map((each) => ({ type: 'organization', id: each, name: each })),
  ...brands.map((each, at) => brandOf(each, at)),
  ...Array.from({ length: 8 }, (_, at) => promptOf(at)),
];

function brandOf(brand: string, at: number): Fields {
  return { type: 'brand', id: brand, organizationId: organizations[at % 3], name: `Brand ${at}` };
}

function promptOf(at: number): Fields {
  return { type: 'prompt', id: id(1, at), brandId: brands[at % 4], text: `prompt ${at}`, tags: ['crm', `t${at % 3}`] };
}

/** One line without its end. */
export function lineOf(choices: Choices): FuzzedLine {
  const kind = choices.below(10);
  if (kind < 4) return plain(JSON.stringify(recordOf(choices)));
  if (kind < 6) return plain(JSON.stringify(altered(choices, recordOf(choices))));
  if (kind === 6) return broken(choices);
  if (kind === 7) return { bytes: flipped(choices, Buffer.from(JSON.stringify(recordOf(choices)))), wrong: [] };
  return { bytes: choices.of(oddities)(choices), wrong: [] };
}

function plain(text: string): FuzzedLine {
  return { bytes: Buffer.from(text), wrong: [] };
}

function recordOf(choices: Choices): Fields {
  const kind = choices.below(10);
  if (kind === 5) return { type: 'organization', id: choices.of(organizations), name: choices.of(names) };
  if (kind === 6) return brandOf(choices.of(brands), choices.below(4));
  if (kind === 7) return { type: 'competitor', brandId: choices.of(brands), name: choices.of(names) };
  if (kind === 8) return promptOf(choices.below(12));
  if (kind === 9) return annotationOf(choices);
  return runOf(choices);
}

function annotationOf(choices: Choices): Fields {
  const at = `2026-03-0${1 + choices.below(3)}T00:00:00Z`;
  const until = choices.rarely(2) ? `2026-03-0${4 + choices.below(6)}T00:00:00Z` : null;
  return {
    type: 'annotation',
    id: `a${choices.below(5)}`,
    brandId: choices.of(brands),
    at,
    until,
    text: choices.of(names),
  };
}

function runOf(choices: Choices): Fields {
  const number = choices.below(60);
  const named = choices.list(3, () => choices.of(names));
  return {
    type: 'run',
    id: id(2, number),
    promptId: id(1, choices.rarely(12) ? choices.below(12) : number % 8),
    model: choices.of(['chatgpt', 'gemini', '__proto__', 'é/model']),
    provider: 'p',
    createdAt: new Date(Date.UTC(2026, choices.below(3), 1 + choices.below(28), choices.below(24))).toISOString(),
    answer: choices.of(['Globex, then Brand 1.', '', null, 'x'.repeat(choices.below(70_000)), '\u2028\u2029']),
    webQueries: choices.list(2, () => 'best crm'),
    citations: choices.list(3, () => ({
      url: `https://s${choices.below(5)}.example/${choices.below(9)}`,
      title: null,
    })),
    ...(choices.rarely(3) ? {} : { brandMentioned: choices.rarely(2), competitorsMentioned: [...new Set(named)] }),
  };
}

/** The same record with a field gone, added, or of any other value. */
function altered(choices: Choices, record: Fields): Fields {
  const field = choices.of(Object.keys(record));
  const { [field]: _, ...rest } = record;
  if (choices.rarely(4)) return rest;
  if (choices.rarely(6)) return { ...record, [hostileText(choices)]: jsonOf(choices) };
  return { ...record, [field]: jsonOf(choices) };
}

const never: readonly unknown[] = [7, true, ['a'], { a: 1 }, 'x\0', '\ud800', '', '   '];

/** A record of which two or three fields can never be right. */
function broken(choices: Choices): FuzzedLine {
  const wrong = choices.some(['id', 'promptId', 'model', 'provider', 'createdAt']);
  const values = wrong.map((field) => [field, choices.of(never)] as const);
  return { ...plain(JSON.stringify({ ...runOf(choices), ...Object.fromEntries(values) })), wrong };
}

function flipped(choices: Choices, bytes: Buffer): Buffer {
  for (let left = 1 + choices.below(3); left > 0; left--) {
    const at = choices.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << choices.below(8));
  }
  return withoutLineEnds(bytes);
}

const sizes = [1, 10, 1_000, 60_000];

const oddities: readonly ((choices: Choices) => Buffer)[] = [
  (choices) => Buffer.from(JSON.stringify(jsonOf(choices))),
  (choices) => withoutLineEnds(Buffer.from(choices.list(60, () => choices.below(256)))),
  (choices) => nested(choices, '[', ']', 'null'),
  (choices) => nested(choices, '{"a":', '}', '1'),
  (choices) => Buffer.from(`{"type":${'['.repeat(choices.of(sizes))}`),
  () => Buffer.from('{"type":"run","type":"organization","id":"o1","name":"twice"}'),
  () => Buffer.from('{"type":"organization","id":"o1","name":"x","__proto__":{"id":5}}'),
  () => Buffer.from('\ufeff{"type":"organization","id":"o1","name":"bom"}'),
  () => Buffer.from('{"type":"organization","id":"o2","name":"\\ud83d"}'),
  () => Buffer.from('{"type":"organization","id":"o2","name":"a\\u0000b"}'),
  () => Buffer.from([0xc3, 0x28, 0xa0, 0xa1, 0xf5, 0x90]),
  () => Buffer.from('{"type":"run","id":1e999,"createdAt":123456789012345678901234567890}'),
  (choices) => Buffer.from(`{"type":"model","id":"m","label":"${'y'.repeat(choices.of(sizes) * 3)}"}`),
  (choices) => Buffer.from(`${'9'.repeat(choices.of(sizes))}`),
  () => Buffer.from(' \t {"type":"model","id":"m2","label":"blanks around"} \t '),
  () => Buffer.from('\0'),
  () => Buffer.from('"'),
];

/** A deep value, alone, as a type, and where a record has something else. */
function nested(choices: Choices, open: string, close: string, middle: string): Buffer {
  const depth = choices.of(sizes);
  const value = `${open.repeat(depth)}${middle}${close.repeat(depth)}`;
  return Buffer.from(
    choices.of([
      value,
      `{"type":${value}}`,
      `{"type":"organization","id":"o1","name":${value}}`,
      `{"type":"organization","id":"o1","name":"deep","more":${value}}`,
      `{"type":"run","assessments":{"brand":${value},"competitors":${value}}}`,
    ]),
  );
}

function withoutLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x3f : byte)));
}
