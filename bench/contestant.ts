// The interface of a contestant, and the common part of raw rows and tiles: both read from one snapshot of the same database.

import type pg from 'pg';
import { readConfig } from '../src/config.js';
import type { Database } from '../src/database/postgres.js';
import type { Ask } from '../src/domain/summary.js';
import { readTiles, readWithoutSnapshot } from '../src/tiles/answer/read.js';
import { createTileCache } from '../src/tiles/kept/tile-cache.js';
import { readRaw } from '../src/tiles/plain/raw.js';
import { withClient } from './data.js';
import type { Figures } from './figures.js';

export interface Contestant {
  readonly name: string;
  readonly read: (ask: Ask) => Promise<Figures>;
  /** Bytes of database pages that a read touches, in memory or not; `null` if unknown. */
  readonly bytesRead: ((ask: Ask) => Promise<number>) | null;
}

type Reader = (client: pg.ClientBase, asks: readonly Ask[]) => Promise<readonly Figures[]>;

export function rawContestant(db: Database): Contestant {
  return postgresContestant('SQL on raw rows', db, readRaw);
}

/** As a server reads figures that are asked for once: without a transaction, with what it keeps of tiles in memory. */
export function tilesContestant(db: Database): Contestant {
  const cache = createTileCache(readConfig({}).tileCacheBytes);
  const fromSnapshot = (client: pg.ClientBase, asks: readonly Ask[]) => readTiles(client, asks, { cache });
  return {
    ...postgresContestant('tiles', db, fromSnapshot),
    read: async (ask) => {
      const found = await db.autocommit((client) => readWithoutSnapshot(client, [ask], { cache }));
      return only(found ?? (await db.snapshot((client) => fromSnapshot(client, [ask]))));
    },
  };
}

/** As a server that has just started: no tile is in memory. */
export function coldTilesContestant(db: Database): Contestant {
  return postgresContestant('tiles, not in memory', db, (client, asks) => readTiles(client, asks));
}

export function postgresContestant(name: string, db: Database, reader: Reader): Contestant {
  const read = (ask: Ask) => db.snapshot(async (client) => only(await reader(client, [ask])));
  return { name, read, bytesRead: (ask) => pagesTouched(db, (client) => reader(client, [ask])) };
}

export function only<T>(answers: readonly T[]): T {
  const [answer] = answers;
  if (answer === undefined) throw new Error('There is no answer.');
  return answer;
}

/** The result of `work`. Throws if a statement that is `heard` meanwhile reads raw rows instead. */
export async function fromTilesAlone<T>(heard: string[], work: () => Promise<T>): Promise<T> {
  heard.length = 0;
  const result = await work();
  if (heard.some((sql) => /\bfrom run\b/.test(sql))) throw new Error('The tiles did not answer: the raw rows did.');
  return result;
}

const pageBytes = 8192;

/** Bytes of the pages that `work` touches, as counted by the server, which has no other clients. */
export async function pagesTouched(db: Database, work: (client: pg.ClientBase) => Promise<unknown>): Promise<number> {
  return withClient(db, async (client) => {
    const before = await pages(client);
    await client.query('begin isolation level repeatable read, read only');
    await work(client);
    await client.query('commit');
    return Math.max(0, (await pages(client)) - before) * pageBytes;
  });
}

async function pages(client: pg.ClientBase): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select 1');
  const { rows } = await client.query<{ pages: number }>(
    'select (blks_hit + blks_read)::float8 as pages from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.pages ?? 0;
}
