// What documents leave in memory is bounded, whatever they select and however often each is sent.

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { type DocumentNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { measure } from '../../src/server/cost/measure.js';
import { createCompiledDocuments } from '../../src/server/graphql/compiled.js';
import { testDatabase } from '../support/database.js';
import { collectGarbage } from '../support/garbage.js';
import { multiplyingDocument } from '../support/multiplying.js';
import { fillTables } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';

const adminKey = 'admin-key-of-the-compiling';

const measuresOf = (document: DocumentNode, name = '') => measure(schema, document, name || null);

describe('the expanded size of a document', () => {
  it.each<readonly [number, string]>([
    [2, '{ models { id } }'],
    [3, '{ models { ...A } } fragment A on Model { ...B } fragment B on Model { id label }'],
    [6, '{ a: models { ...A } b: models { ...A } } fragment A on Model { id ... on Model { label } }'],
    [5, '{ brandAnalytics(brandId: "a", tags: ["b", "c"]) { x } }'.replace('brandId: "a", ', '')],
    [4, '{ models @include(if: true) { id } }'],
    [4, 'query ($a: Int = 5) { models { id } }'],
    [3, '{ a ...A } fragment A on Query { b ...A c }'],
  ])('is %d for %s', (size, text) => {
    expect(measuresOf(parse(text)).size).toBe(size);
  });

  it('multiplies with fragments, without writing them out', () => {
    const fragments = Array.from(
      { length: 100 },
      (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`,
    );
    const document = parse(`{ ...F0 } ${fragments.join(' ')} fragment F100 on Query { a }`);
    expect(measuresOf(document).size).toBe(2 ** 100);
  });
});

describe('compiled documents', () => {
  const limits = { minRuns: 3, sizePerRun: 4, maxDocumentSize: 30, maxTotalSize: 60 };
  const plain = (size: number) => parse(`{ models { ${Array.from({ length: size - 1 }, (_, at) => `a${at}: id`)} } }`);

  it('are made of those that come often, by their size', () => {
    const runsUntilCompiled = (size: number) => {
      const documents = createCompiledDocuments(measuresOf, limits);
      const document = plain(size);
      return Array.from({ length: 20 }, () => documents.find({ schema, document })).findIndex((found) => found) + 1;
    };
    expect([2, 12, 20, 30, 31].map(runsUntilCompiled)).toEqual([3, 3, 5, 8, 0]);
  });

  it('are never larger together than they may be, and the one used last is kept', () => {
    const pool = Array.from({ length: 12 }, (_, at) => plain(2 + at * 3));
    fc.assert(
      fc.property(fc.array(fc.nat(pool.length - 1), { maxLength: 400 }), (sequence) => {
        const documents = createCompiledDocuments(measuresOf, limits);
        for (const at of sequence) {
          const document = pool[at] ?? plain(2);
          const found = documents.find({ schema, document });
          expect(documents.totalSize).toBeLessThanOrEqual(limits.maxTotalSize);
          if (found) expect(documents.find({ schema, document })).toBe(found);
          if (measuresOf(document).size > limits.maxDocumentSize) expect(found).toBeUndefined();
        }
      }),
    );
  });

  it('are collected once they are forgotten', async () => {
    const documents = createCompiledDocuments(measuresOf, limits);
    const made = Array.from({ length: 200 }, () => {
      const document = plain(30);
      for (let run = 0; run < 8; run += 1) documents.find({ schema, document });
      return { document: new WeakRef(document), query: new WeakRef(documents.find({ schema, document }) ?? plain) };
    });
    await collectGarbage();
    const kept = made.filter(({ document, query }) => document.deref() || query.deref());
    expect(kept).toHaveLength(limits.maxTotalSize / limits.maxDocumentSize);
  });

  it('leave nothing in what graphql-jit memoizes', async () => {
    const requireOfJit = createRequire(createRequire(import.meta.url).resolve('graphql-jit'));
    const memoize = requireOfJit('lodash.memoize') as (length: (key: object) => number) => (key: object) => number; // safe because this is its signature
    const remember = memoize((key) => Object.keys(key).length);
    const key = new WeakRef({ a: 1 });
    expect(remember(key.deref() ?? {})).toBe(1);
    expect(remember).toHaveProperty('cache.has');
    await collectGarbage();
    expect(key.deref()).toBeUndefined();
  });
});

describe('a server whose heap is small', () => {
  it('survives documents whose fragments multiply, each sent three times', async () => {
    await using db = await testDatabase();
    await fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
    const env = {
      DATABASE_URL: db.url,
      ADMIN_API_KEYS: adminKey,
      MAX_QUERY_COST: '10000000',
      REQUEST_TIMEOUT_MS: '300000',
    };
    await using server = await serverProcess({ ...env, NODE_OPTIONS: '--max-old-space-size=250' });
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
    for (let document = 0; document < 8; document += 1) {
      const body = JSON.stringify({ query: multiplyingDocument({ aliases: 29, salt: `s${document}` }) });
      for (let time = 0; time < 3; time += 1) {
        const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
        const { data } = (await response.json()) as { data: object }; // safe because GraphQL answers an object
        expect(Object.keys(data)).toHaveLength(29);
      }
    }
  });
});
