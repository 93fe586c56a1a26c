// Reads the documents that the operator supplies: the manifest that Apollo generates from a client, or an object of ids and documents as Relay and
// GraphQL Code Generator write it. All of its faults are reported together.

import { readFile } from 'node:fs/promises';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { z } from 'zod';
import { messageOf } from '../../../errors.js';
import { hashOf, type SuppliedDocuments } from './document-store.js';

const id = z.string().min(1);

const apolloManifest = z
  .object({
    format: z.literal('apollo-persisted-query-manifest'),
    version: z.literal(1),
    operations: z.array(z.object({ id, body: z.string() })),
  })
  .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const));

const idsAndTexts = z.record(id, z.string()).transform((texts) => Object.entries(texts));

const manifest = z.union([apolloManifest, idsAndTexts]);

type Entry = readonly [id: string, text: string];

/** The documents of a file, each by its id and by its hash; `null` is no file. Throws one error that lists every fault. */
export async function readManifest(file: string | null, schema: GraphQLSchema): Promise<SuppliedDocuments> {
  if (file === null) return new Map();
  try {
    return toDocuments(entriesOf(JSON.parse(await readFile(file, 'utf8'))), schema);
  } catch (error) {
    throw new Error(`PERSISTED_DOCUMENTS names the file ${file}, which cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function entriesOf(content: unknown): readonly Entry[] {
  const { success, data } = manifest.safeParse(content);
  if (!success) throw new Error('It must be a manifest of Apollo, version 1, or an object of ids and documents.');
  return data;
}

function toDocuments(entries: readonly Entry[], schema: GraphQLSchema): SuppliedDocuments {
  const documents = new Map<string, string>();
  const faults: string[] = [];
  for (const [id, text] of entries) {
    faults.push(...faultsOf(text, schema).map((message) => `${id}: ${message}`));
    for (const key of new Set([id.replace(/^sha256:/, ''), hashOf(text)])) {
      if ((documents.get(key) ?? text) !== text) faults.push(`${id}: Another document has this id.`);
      documents.set(key, text);
    }
  }
  if (faults.length > 0) throw new Error(`\n  ${faults.join('\n  ')}`);
  return documents;
}

function faultsOf(text: string, schema: GraphQLSchema): readonly string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    return [messageOf(error)];
  }
}
