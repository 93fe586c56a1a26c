// `sightline import csv`: records the rows of a CSV file, or shows what would come of it.

import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '../../config.js';
import { openDatabase } from '../../database/open.js';
import { type CsvField, csvFields, type Mapping } from '../../recording/import/csv/columns.js';
import { asWritten, dateReader } from '../../recording/import/csv/date-format.js';
import { type DryRun, dryRun } from '../../recording/import/csv/dry-run.js';
import { encodingNamed, firstInvalidLine } from '../../recording/import/csv/encoding.js';
import { type CsvLines, defaultProvider, openCsv } from '../../recording/import/csv/import-csv.js';
import { readRegistered } from '../../recording/import/registered.js';
import { traced } from '../../recording/import/traced.js';
import { rejectsPathOf } from '../../recording/rejects.js';
import { findRuns } from '../../recording/write/lookups.js';
import { onSignal } from '../command.js';
import { type RecordStatus, recordInput, sizeOf } from '../record/record.js';
import type { Terminal } from '../terminal.js';

interface CsvOptions {
  readonly brand: string;
  readonly brandName?: string;
  readonly org?: string;
  readonly orgName?: string;
  readonly competitor?: readonly string[];
  /** `field=heading`. */
  readonly column?: readonly string[];
  /** `field=value`. */
  readonly set?: readonly string[];
  /** A JSON file with the same. */
  readonly mapping?: string;
  readonly timeZone: string;
  readonly provider?: string;
  readonly encoding?: string;
  readonly dateFormat?: string;
  /** Headings. */
  readonly ignore?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Imports `file`, or standard input for `-`. Throws for what the command line, the mapping or the heading lacks. */
export async function importCsv(
  config: Config,
  terminal: Terminal,
  file: string,
  options: CsvOptions,
): Promise<RecordStatus> {
  const mapping = await mappingOf(options);
  assertTimeZone(options.timeZone);
  const encoding = options.encoding === undefined ? null : encodingNamed(options.encoding);
  const dates = options.dateFormat === undefined ? asWritten : dateReader(options.dateFormat);
  const size = file === '-' ? null : await sizeOf(file);
  // A pipe can be read once.
  if (size !== null && encoding === null) await assertDecodable(file);
  // A dry run has nothing to complete.
  using stop = options.dryRun ? null : onSignal();
  await using db = await openDatabase(config);
  const { brand: brandId, org, competitor: competitors = [] } = options;
  const registered = await readRegistered(db, { brandId, organizationId: org ?? null, competitors });
  const bytes = file === '-' ? process.stdin : createReadStream(file);
  try {
    const { timeZone, provider = defaultProvider, brandName = null, orgName = null } = options;
    const organization = org === undefined ? null : { id: org, name: orgName };
    const csv = await openCsv(bytes, {
      ...{ brandId, mapping, registered, organization, brandName, timeZone, provider },
      ...{ competitors, encoding, dates },
      promptsOfRuns: async (ids) => {
        const runs = await findRuns(
          db.pool,
          ids.map((id) => ({ brandId, id })),
        );
        return new Map(runs.map(({ id, promptId }) => [id, promptId]));
      },
    });
    terminal.writeErr(columnsText(csv, mapping));
    if (options.dryRun) return showDryRun(await dryRun(csv.lines), options.json ?? false, terminal);
    const recording = { config, terminal, json: options.json ?? false, signal: stop?.signal };
    if (size !== null) terminal.writeErr(`Importing ${file}.\n`);
    return await recordInput(db, { ...traced(csv.lines), rejectsPath: rejectsPathOf(file) }, recording);
  } finally {
    bytes.destroy();
  }
}

const texts = z.partialRecord(z.enum(csvFields), z.string()).default({});
const mappingFile = z.strictObject({ columns: texts, values: texts, ignored: z.array(z.string()).default([]) });

async function mappingOf({ mapping, column = [], set = [], ignore = [] }: CsvOptions): Promise<Mapping> {
  const stated = { columns: pairsOf(column, '--column'), values: pairsOf(set, '--set'), ignored: ignore };
  if (mapping === undefined) return stated;
  const parsed = mappingFile.safeParse(JSON.parse(await readFile(mapping, 'utf8')));
  if (!parsed.success) throw new Error(`${mapping} is not a mapping: ${z.prettifyError(parsed.error)}`);
  const { columns, values, ignored } = parsed.data;
  return {
    columns: { ...columns, ...stated.columns },
    values: { ...values, ...stated.values },
    ignored: [...ignored, ...ignore],
  };
}

function pairsOf(given: readonly string[], flag: string): Partial<Record<CsvField, string>> {
  return Object.fromEntries(
    given.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const field = csvFields.find((each) => each.toLowerCase() === name.trim().toLowerCase());
      if (!field || rest.length === 0)
        throw new Error(
          `${flag} takes <field>=<text>, and the field must be one of ${csvFields.join(', ')}; given was "${pair}".`,
        );
      return [field, rest.join('=')];
    }),
  );
}

/** Throws for a file that is not valid in its encoding as a whole: most likely it has another one. */
async function assertDecodable(file: string): Promise<void> {
  const invalid = await firstInvalidLine(createReadStream(file));
  if (invalid)
    throw new Error(
      `${file} is not valid ${invalid.encoding}: line ${invalid.line} is the first that is not. Nothing was recorded. Name its encoding, such as --encoding windows-1252 for what a spreadsheet saved; with --encoding ${invalid.encoding} its other rows are recorded, and those that are not valid are rejected.`,
    );
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Error(`--time-zone must be an IANA time zone such as Europe/Berlin; given was "${timeZone}".`);
  }
}

function columnsText({ encoding, heading, columns }: CsvLines, { values }: Mapping): string {
  const rows = [
    ...[...columns].map(([field, place]) => [field, `column "${heading[place] ?? ''}"`] as const),
    ...Object.entries(values)
      .filter(([field]) => ![...columns.keys()].some((each) => each === field))
      .map(([field, value]) => [field, `"${value}" in all rows`] as const),
  ];
  const used = new Set(columns.values());
  const unused = heading.filter((_, place) => !used.has(place));
  const lines = rows.map(([field, from]) => `  ${field.padEnd(21)} ${from}\n`).join('');
  const others = unused.length > 0 ? `Not imported: ${unused.map((each) => `"${each}"`).join(', ')}.\n` : '';
  return `Read as ${encoding}.\n${lines}${others}`;
}

function showDryRun(result: DryRun, isJson: boolean, { writeOut }: Terminal): RecordStatus {
  const { records, rejectedRows, faults, models, citations, first, last, sample } = result;
  const status = rejectedRows > 0 ? 1 : 0;
  if (isJson) {
    writeOut(`${JSON.stringify(result)}\n`);
    return status;
  }
  const counted = Object.entries(records).map(
    ([type, count]) => `  ${type.padEnd(12)} ${count.toLocaleString('en').padStart(12)}\n`,
  );
  writeOut(`Would be recorded:\n${counted.join('')}`);
  if (first !== null) writeOut(`Answers from ${first} to ${last}, with ${citations.toLocaleString('en')} citations.\n`);
  for (const [model, runs] of Object.entries(models))
    writeOut(`  ${model.padEnd(30)} ${runs.toLocaleString('en').padStart(10)}\n`);
  if (sample) writeOut(`The first one:\n${JSON.stringify(sample, null, 2)}\n`);
  writeOut(`Would be rejected: ${rejectedRows.toLocaleString('en')} rows.\n`);
  for (const { line, faults: found } of faults)
    writeOut(found.map(({ message }) => `  line ${line}: ${message}\n`).join(''));
  writeOut('Nothing was recorded.\n');
  return status;
}
