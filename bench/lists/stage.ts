// The long lists on a large brand: their pages, certainty, and a whole list.

import { join } from 'node:path';
import { dataRoot, fillWorld, openFolder, rollWorld, worldOf } from '../data.js';
import { benchPagesOfLists, type ListReading } from './lists.js';
import { benchOverHttp, type OverHttp } from './over-http.js';

export interface Lists extends OverHttp {
  readonly runs: number;
  readonly pages: readonly ListReading[];
}

export async function benchLists(runs: number): Promise<Lists> {
  const world = worldOf(runs);
  const pages = await readAlone(runs);
  return { runs, pages, ...(await benchOverHttp(join(dataRoot(), String(runs)), world.brandId)) };
}

async function readAlone(runs: number): Promise<Lists['pages']> {
  const heard: string[] = [];
  await using db = await openFolder(String(runs), (sql) => heard.push(sql));
  const world = worldOf(runs);
  await fillWorld(db, world);
  await rollWorld(db, world);
  return await benchPagesOfLists(db, world.brandId, heard);
}
