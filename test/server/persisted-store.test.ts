// What is found by an id: what was registered, within a limit of bytes, and what the operator supplied, whose file is read as a whole or refused.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { createPersistedDocuments, hashOf } from '../../src/server/graphql/persisted/document-store.js';
import { readManifest } from '../../src/server/graphql/persisted/manifest.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { smallWorldIds } from '../support/records.js';
import { sharedFolder } from '../support/shared.js';

const { prompts } = smallWorldIds;
const folder = await sharedFolder();

const supplied = 'query Supplied { brand(id: "acme-crm") { name } }';

describe('the store', () => {
  it('never holds more than its limit, and finds nothing but the text of a hash', () => {
    const texts = fc.array(fc.string({ maxLength: 2_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(texts, (given) => {
        const store = createPersistedDocuments(new Map(), 20_000);
        for (const text of given) store.register({ keyId: 'key', sha256: hashOf(text), text });
        const kept = [...new Set(given)].flatMap((text) => store.find('key', hashOf(text)) ?? []);
        expect(kept.every((text) => given.includes(text))).toBe(true);
        expect(kept.reduce((sum, text) => sum + 2 * text.length, 0)).toBeLessThanOrEqual(20_000);
        const last = given.findLast((text) => 512 + 2 * text.length <= 1_250);
        if (last !== undefined && given.at(-1) === last) expect(store.find('key', hashOf(last))).toBe(last);
      }),
    );
  });

  it('never evicts or replaces what the operator supplied', () => {
    const store = createPersistedDocuments(new Map([['a', supplied]]), 20_000);
    store.register({ keyId: 'key', sha256: 'a', text: '{ models { id } }' });
    for (let at = 0; at < 100; at += 1) store.register({ keyId: 'key', sha256: String(at), text: 'x'.repeat(300) });
    expect(['a', '0', '99'].map((id) => store.find('key', id))).toEqual([supplied, undefined, 'x'.repeat(300)]);
  });
});

describe('what two keys register', () => {
  it('is not known to the other', () => {
    const store = createPersistedDocuments(new Map(), 20_000);
    store.register({ keyId: 'one', sha256: hashOf(supplied), text: supplied });
    expect(store.find('other', hashOf(supplied))).toBeUndefined();
    expect(store.find('one', hashOf(supplied))).toBe(supplied);
  });

  it('is evicted for documents of their own alone, unless they have most', () => {
    const sizes = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), length: fc.nat(500) }), { maxLength: 200 });
    fc.assert(
      fc.property(sizes, (given) => {
        const store = createPersistedDocuments(new Map(), 20_000);
        store.register({ keyId: 'small', sha256: hashOf(supplied), text: supplied });
        for (const [place, { key, length }] of given.entries())
          store.register({ keyId: key, sha256: String(place), text: 'x'.repeat(length) });
        const found = given.flatMap(({ key }, place) => store.find(key, String(place)) ?? []);
        expect(found.reduce((sum, text) => sum + 512 + 2 * text.length, 0)).toBeLessThanOrEqual(20_000);
        expect(store.find('small', hashOf(supplied))).toBe(supplied);
      }),
    );
  });
});

describe('the manifest', () => {
  const manifestOf = async (content: unknown) => {
    const path = join(folder, 'manifest.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return readManifest(path, schema);
  };
  const run = `query Run { promptRun(promptId: "${prompts.best}", runId: "${prompts.best}") { id } }`;
  const apollo = (...operations: readonly { readonly id: string; readonly body: string }[]) => ({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: operations.map((each) => ({ ...each, name: 'Run', type: 'query' })),
  });

  it('is none without a file', async () => {
    expect(await readManifest(null, schema)).toEqual(new Map());
  });

  it("is Apollo's, or an object of ids and documents", async () => {
    const expected = new Map([
      ['run', run],
      [hashOf(run), run],
    ]);
    expect(await manifestOf(apollo({ id: 'run', body: run }))).toEqual(expected);
    expect(await manifestOf({ run })).toEqual(expected);
    expect(await manifestOf({ [`sha256:${hashOf(run)}`]: run })).toEqual(new Map([[hashOf(run), run]]));
  });

  it.each([
    ['is not JSON', '{', /JSON/],
    ['is of another format', { format: 'x', version: 1, operations: [] }, /must be a manifest of Apollo/],
    ['is a list', [], /must be a manifest of Apollo/],
    ['has two documents of one id', apollo({ id: 'a', body: run }, { id: 'a', body: supplied }), /a: Another document/],
    ['has invalid documents', { a: '{', b: '{ nothing }', c: run }, /\n {2}a: Syntax Error.*\n {2}b: Cannot query/],
  ])('that %s is refused with all its faults', async (_, content, message) => {
    await expect(manifestOf(content)).rejects.toThrow(message);
    await expect(manifestOf(content)).rejects.toThrow(`PERSISTED_DOCUMENTS names the file ${folder}/manifest.json, `);
  });

  it('that is missing keeps the server from starting', async () => {
    await using db = await testDatabase();
    await expect(testApp(db, { persistedDocuments: join(folder, 'nowhere.json') })).rejects.toThrow(/no such file/);
  });
});
