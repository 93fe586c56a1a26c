// Hypotheses about the domains that runs cite. There may be hundreds of thousands: they are counted first, and the prompts of their runs are read of
// those alone that are cited often enough, some at a time.

import type { PlacedCounts } from '../../domain/counts/mention-counts.js';
import type { ItemCounts } from '../../domain/lists/items.js';
import type { PromptMentions } from '../../domain/lists/prompt-table.js';
import { least } from '../../domain/signals/signals.js';
import type { Both } from '../../domain/statistics/sample.js';
import type { Question } from '../../domain/summary.js';
import { readItemPrompts } from '../answer/item-scans.js';
import { valuesAt } from '../lists/ranking/places.js';
import type { Reading } from '../scan/reading.js';
import { mapBoth, pairedRuns, placesByPrompt } from './hypotheses.js';
import type { Tests } from './tests.js';

/** What is known of the runs of one ask. */
export interface CitingRuns {
  readonly tests: Tests;
  readonly questions: Both<Question>;
  readonly tables: Both<PromptMentions>;
  readonly domains: Both<ItemCounts>;
}

/** So many counts of a domain and a prompt are held at a time: of 16 to 32 bytes, and once for each window. */
const countsATurn = 500_000;

/** The domains of each in turns, each of them of as many as have few counts together. */
export async function testSources(reading: Reading, citing: readonly CitingRuns[]): Promise<void> {
  const open = citing.map((each) => ({
    ...each,
    paired: pairedRuns(each.tables),
    places: mapBoth(each.tables, placesByPrompt),
  }));
  for (const turn of turnsOf(open.filter(({ paired }) => paired.hasAtLeast(least.prompts, least.whole)))) {
    const asks = turn.flatMap(({ of: { questions }, ids }) =>
      [questions.before, questions.after].map((question) => ({ question, kind: 'domain' as const, ids })),
    );
    const runs = await readItemPrompts(reading, asks);
    for (const [index, { of, ids }] of turn.entries()) {
      const [before, after] = [runs[2 * index], runs[2 * index + 1]];
      for (const id of ids) {
        const counts = {
          before: placed(before?.of(id), of.places.before),
          after: placed(after?.of(id), of.places.after),
        };
        of.tests.add({ kind: 'source', field: 'domain', value: id }, of.paired.test(counts));
        if (reading.pause.isDue()) await reading.pause.take();
      }
    }
  }
}

interface Turn<Of> {
  readonly of: Of;
  readonly ids: Int32Array;
}

function turnsOf<Of extends CitingRuns>(citing: readonly Of[]): readonly (readonly Turn<Of>[])[] {
  const turns: Turn<Of>[][] = [[]];
  let size = 0;
  for (const of of citing) {
    const { ids, runs } = oftenCited(of.domains);
    for (let from = 0, place = 0; place < ids.length; place++) {
      size += Math.min(runs[place] ?? 0, of.tables.before.prompts.length + of.tables.after.prompts.length);
      const isFull = size >= countsATurn;
      if (!isFull && place + 1 < ids.length) continue;
      turns.at(-1)?.push({ of, ids: ids.slice(from, place + 1) });
      from = place + 1;
      if (!isFull) continue;
      turns.push([]);
      size = 0;
    }
  }
  return turns.filter((turn) => turn.length > 0);
}

/** The domains with enough runs in either window, ascending, and their runs in both. */
function oftenCited(domains: Both<ItemCounts>) {
  const often = mapBoth(domains, ({ ids, runs }) => ids.filter((_, place) => (runs[place] ?? 0) >= least.domainRuns));
  const ids = Int32Array.from(new Set([...often.before, ...often.after])).sort();
  const counts = mapBoth(domains, (of) => valuesAt(ids, of.ids, of.runs));
  return { ids, runs: counts.before.map((count, place) => count + (counts.after[place] ?? 0)) };
}

function placed(counts: PlacedCounts | undefined, places: Int32Array): PlacedCounts | undefined {
  return counts && { ...counts, places: counts.places.map((prompt) => places[prompt] ?? 0) };
}
