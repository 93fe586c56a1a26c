// Documents within every other limit whose fields must be compared too often are refused as too complex; those with a few repetitions are not.

import { describe, expect, it } from 'vitest';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp(async () => {});

const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z"';
const repeated = (times: number, text: string) => Array.from({ length: times }, () => text).join(' ');
const nested = (times: number, depth: number): string =>
  depth === 0 ? 'brandId' : repeated(times, `previous { ${nested(times, depth - 1)} }`);

const kinds: readonly (readonly [string, number, number, (times: number) => string])[] = [
  ['a field', 20, 400, (times) => `{ models { ${repeated(times, 'id')} } }`],
  ['a root field', 20, 400, (times) => `{ ${repeated(times, 'models { id }')} }`],
  ['fields within fields', 3, 30, (times) => `{ brandAnalytics(brandId: "x", ${window}) { ${nested(times, 2)} } }`],
  ['fragments', 5, 380, (times) => fragments(times)],
];

function fragments(times: number): string {
  const each = Array.from({ length: times }, (_, at) => at);
  return `{ ${each.map((at) => `models { ...F${at} }`)} } ${each.map((at) => `fragment F${at} on Model { id }`).join(' ')}`;
}

describe('a document that repeats', () => {
  it.each(kinds)('%s is validated where it does so %d times, and refused at %d', async (_, few, many, documentOf) => {
    expect((await app.graphql(documentOf(few))).status).toBe(200);
    for (let again = 0; again < 2; again += 1) {
      const { status, body } = await app.graphql(documentOf(many));
      expect(status).toBe(400);
      expect(body.errors[0].extensions.code).toBe('query_too_complex');
      expect(body.errors[0].message).toMatch(/select each field once/);
    }
  });
});
