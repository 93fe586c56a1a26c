// `sightline import csv` of a text: how it ends, what it rejects, and the answers that the brand then has.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ended, runCommand } from './command.js';
import type { TestDatabase } from './database.js';
import { temporaryFolder } from './folder.js';
import { jsonLines } from './json-lines.js';

/** The text or the bytes of a file, or its lines. */
type File = string | Buffer | readonly string[];

interface Imported extends Ended {
  /** The lines of the file of rejects. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of them
  readonly rejected: any[];
}

/** Imports a file, unless it is said otherwise for the brand `acme`, which is registered with it. */
export async function imported(db: TestDatabase, file: File, ...options: readonly string[]): Promise<Imported> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'answers.csv');
  const isWhole = typeof file === 'string' || Buffer.isBuffer(file);
  await writeFile(path, isWhole ? file : file.map((line) => `${line}\n`).join(''));
  const brand = options.includes('--brand') ? [] : brandOptions('acme');
  const ended = await runCommand(['import', 'csv', path, ...brand, ...options], { DATABASE_URL: db.url });
  const rejected = await readFile(`${path}.rejected.ndjson`, 'utf8').catch(() => '');
  return { ...ended, rejected: jsonLines(rejected) };
}

const brandOptions = (id: string) => ['--brand', id, '--brand-name', 'Acme', '--org', 'org'];

let brands = 0;

/** The same for a brand that nothing was imported for before, so that many can share a database; with its answers. */
export async function importedAfresh(db: TestDatabase, file: File, ...options: readonly string[]) {
  brands += 1;
  const id = `brand-${brands}`;
  const ended = await imported(db, file, ...brandOptions(id), ...options);
  return { ...ended, answers: await answersIn(db, id) };
}

/** All answers of a brand, by prompt and time. Of what is assessed of the brand: whether it is mentioned, its sentiment and its position. */
export async function answersIn({ pool }: TestDatabase, brandId = 'acme') {
  const { rows } = await pool.query(
    `select created_at as at, model, prompt.text as prompt, tags, answer.text as answer, web_search_enabled as searched,
       web_queries as searches, market, 0 = any(companies) as mentioned,
       (select array[brand->>'mentioned', brand->>'sentiment', brand->>'position'] from (select assessments->'brand' as brand) assessed) as brand,
       array(select json_object_keys(assessments->'competitors') order by 1) as others,
       array(select url from citation where brand_id = run.brand_id and run_id = run.id order by index) as urls,
       array(select title from citation where brand_id = run.brand_id and run_id = run.id order by index) as titles
     from run join prompt on prompt.brand_id = run.brand_id and prompt.id = prompt_id
       join answer on answer.brand_id = run.brand_id and answer.run_id = run.id
     where run.brand_id = $1 order by prompt.text, created_at, model, answer.text`,
    [brandId],
  );
  return rows.map(({ at, ...others }) => ({ at: at.toISOString(), ...others }));
}
