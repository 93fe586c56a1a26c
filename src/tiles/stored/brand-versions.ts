// Versions of brands on a cluster, where the data of each lies beside its version. The nodes are asked apart, so that a brand waits for its own node alone; at
// each node there is one statement at a time, which all requests that wait share.

import type pg from 'pg';
import type { Nodes } from '../../database/citus/nodes.js';
import { coalesce } from '../../database/coalesce.js';
import type { Database } from '../../database/postgres.js';
import { isUnavailable, NodeUnavailable } from '../../database/unavailable.js';

/** In place of a version: the node of the brand cannot be reached. */
export const unreachable = Symbol('unreachable');

export type BrandVersion = string | typeof unreachable;

/** Reads the version of each of `brandIds`; `null`: it has none. */
export type ReadBrandVersions = (brandIds: readonly string[]) => ReadonlyMap<string, Promise<BrandVersion | null>>;

type Versions = ReadonlyMap<string, BrandVersion>;

// Both versions come from the node of the brand, as its data does. Named, so that each connection plans it once.
const readingVersions = {
  name: 'versions-of-brands',
  text: `select brand_id, concat(version.version, shared_version.version) as version
    from version cross join shared_version where brand_id = any($1)`,
};

/** Reads them over one connection. */
export function versionsOver(client: Pick<pg.ClientBase, 'query'>): ReadBrandVersions {
  return (brandIds) => {
    const versions = brandIds.length > 0 ? readAll(client, brandIds) : Promise.resolve(new Map());
    return each(brandIds, () => versions);
  };
}

/** Reads them for all requests of a process. */
export function createBrandVersions({ nodes }: Pick<Database, 'nodes'>): ReadBrandVersions {
  const readers = new Map<number, (brandIds: readonly string[]) => Promise<Versions>>();
  const readerOf = (node: number) => {
    const reader = readers.get(node) ?? coalesce((lists: readonly (readonly string[])[]) => readTogether(nodes, lists));
    readers.set(node, reader);
    return reader;
  };
  const readByNode = async (brandIds: readonly string[]) => {
    const found = (await nodes.locations.find(brandIds)).map(({ node, brandIds: own }) => ({
      own,
      versions: readerOf(node)(own),
    }));
    return new Map(found.flatMap(({ own, versions }) => own.map((id) => [id, versions] as const)));
  };
  return (brandIds) => {
    const distinct = [...new Set(brandIds)];
    const byNode = distinct.length > 0 ? readByNode(distinct) : Promise.resolve(new Map());
    return each(distinct, async (id) => (await byNode).get(id) ?? new Map());
  };
}

/** The version of each brand, from where it is read. */
function each(
  brandIds: readonly string[],
  read: (brandId: string) => Promise<Versions>,
): ReturnType<ReadBrandVersions> {
  return new Map(
    brandIds.map((id) => {
      const version = read(id).then((versions) => versions.get(id) ?? null);
      // Whether anybody still waits for it is for the caller.
      version.catch(() => {});
      return [id, version];
    }),
  );
}

async function readTogether(nodes: Nodes, lists: readonly (readonly string[])[]): Promise<readonly Versions[]> {
  const brandIds = [...new Set(lists.flat())];
  const versions = await readOn(nodes, brandIds).catch((error: unknown) => readApart(nodes, brandIds, error));
  return lists.map(() => versions);
}

function readOn(nodes: Nodes, brandIds: readonly string[]): Promise<Versions> {
  return nodes.read(brandIds, (client) => readAll(client, brandIds));
}

/** Each alone, unless the node of all does not answer. What is read next of a brand for which another error was thrown says why. */
async function readApart(nodes: Nodes, brandIds: readonly string[], error: unknown): Promise<Versions> {
  if (error instanceof NodeUnavailable || brandIds.length === 1)
    return new Map(isUnavailable(error) ? brandIds.map((id) => [id, unreachable]) : []);
  const read = await Promise.all(
    brandIds.map((id) => readOn(nodes, [id]).catch((failure: unknown) => readApart(nodes, [id], failure))),
  );
  return new Map(read.flatMap((versions) => [...versions]));
}

async function readAll(client: Pick<pg.ClientBase, 'query'>, brandIds: readonly string[]): Promise<Versions> {
  const { rows } = await client.query<{ brand_id: string; version: string }>({
    ...readingVersions,
    values: [brandIds],
  });
  return new Map(rows.map(({ brand_id: id, version }) => [id, version]));
}
