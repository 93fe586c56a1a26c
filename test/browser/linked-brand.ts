// A brand whose pages have every kind of link, with names that contain each other, and figures of which no two are of the same answers.

import type { Database } from '../../src/database/postgres.js';
import { answerOf, brandOf, id, promptOf, recordWhole } from './records.js';

export const linkedBrand = 'linked';
const prompts = ['best crm', 'best crm for startups', 'Linked or Globex?'].map((text, index) =>
  promptOf(linkedBrand, id(31, index), text, [index === 2 ? 'branded' : 'unbranded', 'eu']),
);
export const linkedAnswer = { promptId: id(31, 0), runId: id(32, 0) };

/** The window that is looked at; the one before it has answers too. */
export const linkedDays = { from: '2026-03-11', to: '2026-03-20' };
/** Begins with the first answer: there is none before it. */
export const firstDays = { from: '2026-03-01', to: '2026-03-10' };

const urls = [
  'https://example.com/crm',
  'https://www.example.com/pricing',
  'https://notexample.com/',
  'https://example.com.au/crm',
  'https://archive.example/web/example.com/crm',
  'https://linked.example/',
  'https://globex.example/why',
];

/** Records it beside another brand, which is the first in the list of brands. Throws if a record is rejected. */
export async function recordLinkedBrand(db: Database): Promise<void> {
  await recordWhole(db, [
    { type: 'organization', id: 'acme', name: 'Acme Inc.' },
    brandOf('aardvark', 'Aardvark', ['aardvark.example']),
    brandOf(linkedBrand, 'Linked', ['linked.example']),
    ...['Globex', 'Globex Cloud', 'Initech'].map((name) => ({ type: 'competitor', brandId: linkedBrand, name })),
    ...prompts,
    ...Array.from({ length: 40 }, (_, index) => run(index)),
  ]);
}

/** Two answers a day from the last day back. */
function run(index: number) {
  const isNamed = index % 3 !== 1 || index % 4 === 3;
  const sentiment = ['positive', 'neutral', null][index % 5] ?? null;
  const named = ['Globex', 'Globex Cloud', 'Initech', 'Untracked'].filter(
    (_, other) => (index + other) % (other + 2) === 0,
  );
  const at = Date.UTC(2026, 2, 20 - Math.floor(index / 2), 8 + (index % 2));
  return answerOf(id(31, index % prompts.length), id(32, index), at, {
    model: index % 4 === 3 ? 'gemini' : 'chatgpt',
    brandMentioned: isNamed,
    competitorsMentioned: named,
    webQueries: [`crm ${index % 6}`],
    ...(isNamed
      ? { assessments: { brand: { mentioned: true, sentiment, position: (index % 7) + 1 }, competitors: {} } }
      : {}),
    answer: `**${isNamed ? 'Linked' : 'Nothing'}** beside ${named.join(', ') || 'nobody'}.`,
    citations: urls.filter((_, place) => (index + place) % 3 !== 0).map((url) => ({ url })),
  });
}
