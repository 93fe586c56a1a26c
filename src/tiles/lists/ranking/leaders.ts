// Who leads in the runs of each prompt: of the companies other than the brand the one that most runs mention, of equals the first by name. Found
// for all rows in passes over the pairs of a prompt and a company that occur: a brand may have thousands of each. Pure.

import { eachCount, type MentionCounts } from '../../../domain/counts/mention-counts.js';
import { byCodePoint } from '../../../domain/metrics.js';

/** The most mentions of a company other than the brand, by place; 0 where none is mentioned. */
export function mostMentions(mentions: MentionCounts, size: number): Float64Array {
  const most = new Float64Array(size);
  for (const column of mentions.values()) {
    eachCount(column, (place, count) => {
      if (count > (most[place] ?? 0)) most[place] = count;
    });
  }
  return most;
}

/** The companies that have the most mentions in any of some rows. */
export function mayLead(mentions: MentionCounts, most: Float64Array, places: Iterable<number>): readonly number[] {
  const isShown = new Uint8Array(most.length);
  for (const place of places) isShown[place] = 1;
  return [...mentions]
    .filter(([, { places, counts }]) => places.some((place, at) => isShown[place] === 1 && counts[at] === most[place]))
    .map(([company]) => company);
}

/** The leader of each row by place, 0 where there is none; only companies of `names`, which are their names by number, lead. */
export function leadersByName(
  mentions: MentionCounts,
  most: Float64Array,
  names: ReadonlyMap<number, string>,
): Int32Array {
  const leaders = new Int32Array(most.length);
  for (const [company] of [...names].sort(([, a], [, b]) => byCodePoint(a, b))) {
    eachCount(mentions.get(company), (place, count) => {
      if (leaders[place] === 0 && count === most[place]) leaders[place] = company;
    });
  }
  return leaders;
}
