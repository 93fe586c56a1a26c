// `sightline record` as a process of its own, and input for it that takes several batches.

import { endOf, startProgram } from './program.js';
import { base, best, cheap, elsewhere, id, run } from './recorded.js';

/** Starts recording `file`; its standard input is a pipe that stays open until it is ended. */
export function startRecording(db: { readonly url: string }, file: string, cwd: string, ...options: readonly string[]) {
  const child = startProgram(['record', file, ...options], { cwd, env: { DATABASE_URL: db.url } });
  return { child, ended: endOf(child) };
}

/** `count` runs with citations after the base: some companies are new, some runs come twice. One line each. */
export function manyLines(count: number): readonly string[] {
  const runs = Array.from({ length: count }, (_, index) => {
    const number = index % 7 === 0 ? 1_000 + Math.floor(index / 2) : 1_000 + index;
    return run({
      id: id(number),
      promptId: [best, cheap, elsewhere][number % 3],
      createdAt: new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString(),
      competitorsMentioned: index % 4 === 0 ? [`Company ${index % 90}`, 'Globex'] : ['Initech'],
      citations: [
        { url: `https://site${index % 40}.com/${index % 300}?utm_source=x` },
        { url: `https://b.com/${index}` },
      ],
    });
  });
  return [...base, ...runs].map((record) => `${JSON.stringify(record)}\n`);
}
