// What the stages measured, kept beside the data, so that one stage can be measured again and the others stay as they were.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analytics } from './analytics.js';
import type { Changes } from './changes.js';
import type { ClickHouseReadings } from './clickhouse/stage.js';
import type { Costs } from './cost/stage.js';
import type { DashboardReading } from './dashboard/stage.js';
import { dataRoot } from './data.js';
import type { Gateways } from './gateways/stage.js';
import type { SizeReadings } from './growth/stage.js';
import type { Beside } from './http/beside-recorders.js';
import type { Sizing } from './http/sizing.js';
import type { Http } from './http/stage.js';
import type { Lists } from './lists/stage.js';
import type { Machine } from './machine.js';
import type { PageReading } from './pages.js';
import type { Recording } from './recording.js';

/** A stage that was not measured yet is absent. */
export interface Results {
  readonly analytics?: readonly Analytics[];
  readonly lists?: Lists;
  readonly pages?: readonly PageReading[];
  readonly recording?: readonly Recording[];
  readonly changes?: Changes;
  readonly http?: Http;
  readonly beside?: Beside;
  readonly gateways?: Gateways;
  readonly sizing?: Sizing;
  readonly cost?: Costs;
  readonly dashboard?: DashboardReading;
  /** By size of the brand, the largest last. */
  readonly clickhouse?: readonly ClickHouseReadings[];
  readonly growth?: readonly SizeReadings[];
  /** Where and on which commit each stage was measured. */
  readonly machines?: Readonly<Record<string, Machine>>;
  /** Why a stage has no results. */
  readonly failures?: Readonly<Record<string, string>>;
}

export async function loadResults(name: string): Promise<Results> {
  const text = await readFile(join(dataRoot(), `${name}.json`), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Results; // safe because only saveResults writes the file
}

export async function saveResults(name: string, results: Results): Promise<void> {
  await mkdir(dataRoot(), { recursive: true });
  await writeFile(join(dataRoot(), `${name}.json`), JSON.stringify(results, null, 1));
}
