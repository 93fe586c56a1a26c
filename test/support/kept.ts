// The small world behind an application whose answers are kept, and what tests of them look at.

import type { Reply } from './app.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from './records.js';
import { sharedApp } from './shared.js';

/** What stands in every window of the small world. */
export const window = 'start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z';

/** For one file: the application, the statements that it runs, and more runs. */
export async function openKept() {
  const statements: string[] = [];
  const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()), { onQuery: (sql) => statements.push(sql) });
  let number = 0;
  /** A run changes the version of its brand. */
  const recordRun = (promptId: string = smallWorldIds.prompts.best) => {
    number += 1;
    return recordAll(db, [plainRun(number, { promptId })]);
  };
  /** What the log says of the last request. */
  const lastLogged = () => app.logged.at(-1) ?? {};
  return { app, db, statements, recordRun, lastLogged };
}

/** The headers that do not depend on when something is asked. */
export const lasting = ({ headers }: Reply) =>
  [...headers].filter(([name]) => !/^(x-request-id|(x-)?ratelimit.*|traceresponse)$/.test(name));
