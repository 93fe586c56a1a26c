// `sightline record` as the soak uses it: records are handed over as they come.

import { once } from 'node:events';
import type { AnyRecord } from '../../test/support/naive/record.js';
import { endOf, startProgram } from '../../test/support/program.js';

/** Where it is started, and where the database is, as settings. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RecorderProcess {
  /** Hands records over; resolves when the recorder has taken them in. */
  readonly give: (records: readonly AnyRecord[]) => Promise<void>;
  /** Ends the input; resolves to the exit status and the output. */
  readonly finish: () => ReturnType<typeof endOf>;
}

/** Starts a recorder that reads its standard input. */
export function startRecorder(place: Place): RecorderProcess {
  const child = startProgram(['record', '-'], place);
  const ended = endOf(child);
  return {
    give: async (records) => {
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      if (!child.stdin.write(text)) await Promise.race([once(child.stdin, 'drain'), ended]);
    },
    finish: () => {
      child.stdin.end();
      return ended;
    },
  };
}
