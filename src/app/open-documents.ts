// The documents of clients, which a thread that reads opens for itself.

import type { Config } from '../config.js';
import { schema } from '../schema/index.js';
import { createPersistedDocuments, type PersistedDocuments } from '../server/graphql/persisted/document-store.js';
import { readManifest } from '../server/graphql/persisted/manifest.js';

/** The documents that clients send by an id. Throws where those of the operator are not valid. */
export async function openDocuments({ persistedDocuments }: Config): Promise<PersistedDocuments> {
  return createPersistedDocuments(await readManifest(persistedDocuments, schema));
}
