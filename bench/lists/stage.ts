// The long lists on a large brand: their pages, the answers of the brand, certainty, and a whole list.

import { join } from 'node:path';
import { dataRoot, fillWorld, openFolder, rollWorld, worldOf } from '../data.js';
import { type AnswerReading, benchAnswers } from './answers.js';
import { benchPagesOfLists, type ListReading } from './lists.js';
import { benchOverHttp, type OverHttp } from './over-http.js';

export interface Lists extends OverHttp {
  readonly runs: number;
  readonly pages: readonly ListReading[];
  readonly answers: readonly AnswerReading[];
}

export async function benchLists(runs: number): Promise<Lists> {
  const world = worldOf(runs);
  const read = await readAlone(runs);
  return { runs, ...read, ...(await benchOverHttp(join(dataRoot(), String(runs)), world.brandId)) };
}

async function readAlone(runs: number): Promise<Pick<Lists, 'pages' | 'answers'>> {
  const heard: string[] = [];
  await using db = await openFolder(String(runs), (sql) => heard.push(sql));
  const world = worldOf(runs);
  await fillWorld(db, world);
  await rollWorld(db, world);
  const pages = await benchPagesOfLists(db, world.brandId, heard);
  return { pages, answers: await benchAnswers(db, world.brandId) };
}
