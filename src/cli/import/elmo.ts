// `sightline import elmo`: records what an Elmo database holds.

import { type Config, postgresUrl } from '../../config.js';
import { openDatabase } from '../../database/open.js';
import { invalid } from '../../errors.js';
import { connectToElmo } from '../../recording/import/elmo/connect.js';
import { type ElmoCounts, openElmo } from '../../recording/import/elmo/import-elmo.js';
import { traced } from '../../recording/import/traced.js';
import { onSignal } from '../command.js';
import { type RecordStatus, recordInput } from '../record/record.js';
import type { Terminal } from '../terminal.js';

interface ElmoOptions {
  /** The address of Elmo's PostgreSQL. */
  readonly from: string;
  readonly brand?: readonly string[];
  readonly json?: boolean;
}

/** Imports all brands, or some. Throws where one of the two databases cannot be opened or is not what it should be. */
export async function importElmo(config: Config, terminal: Terminal, options: ElmoOptions): Promise<RecordStatus> {
  const { error } = postgresUrl.safeParse(options.from);
  if (error) throw invalid(error.issues.map(({ message }) => ({ field: 'from', message: `--from ${message}.` })));
  using stop = onSignal();
  await using db = await openDatabase(config);
  await using elmo = await connectToElmo(options.from);
  const { lines, counts } = await openElmo(elmo, db, options.brand ?? null);
  const recording = { config, terminal, json: options.json ?? false, signal: stop.signal };
  const status = await recordInput(db, { ...traced(lines), rejectsPath: 'elmo.rejected.ndjson' }, recording);
  terminal.writeErr(summaryOf(counts));
  return status;
}

function summaryOf({ runs, known, withoutText, droppedCitations, droppedDomains }: ElmoCounts): string {
  const lines = [
    `${runs.toLocaleString('en')} answers read, ${known.toLocaleString('en')} of them recorded before.`,
    ...(withoutText > 0
      ? [`${withoutText.toLocaleString('en')} have no text that is known: recorded without one.`]
      : []),
    ...(droppedCitations > 0
      ? [`${droppedCitations.toLocaleString('en')} citations are not http or https URLs: left out.`]
      : []),
    ...(droppedDomains > 0
      ? [
          `${droppedDomains.toLocaleString('en')} domains of brands and competitors are no addresses of websites: left out.`,
        ]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
