// A brand with two competitors and two prompts, another brand, and what the tables hold after more records.

import { testDatabase } from './database.js';
import { recordAll } from './records.js';
import { tablesOf } from './tables.js';

export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const [best, cheap, elsewhere] = [id(1), id(2), id(3)];

export const base = [
  { type: 'organization', id: 'acme', name: 'Acme Inc.' },
  { type: 'organization', id: 'other', name: 'Other Ltd.' },
  { type: 'brand', id: 'crm', organizationId: 'acme', name: 'Acme CRM', aliases: ['AcmeCRM'], domains: ['acme.com'] },
  { type: 'brand', id: 'erp', organizationId: 'other', name: 'Other ERP' },
  { type: 'competitor', brandId: 'crm', name: 'Globex', aliases: ['Globex Corp'] },
  { type: 'competitor', brandId: 'crm', name: 'Initech' },
  { type: 'prompt', id: best, brandId: 'crm', text: 'best crm', tags: ['crm'] },
  { type: 'prompt', id: cheap, brandId: 'crm', text: 'cheap crm', tags: [] },
  { type: 'prompt', id: elsewhere, brandId: 'erp', text: 'best erp', tags: [] },
] as const;

export const run = (change: object = {}) => ({
  type: 'run',
  id: id(100),
  promptId: best,
  model: 'chatgpt',
  provider: 'openai',
  createdAt: '2026-03-01T10:00:00Z',
  brandMentioned: false,
  competitorsMentioned: [],
  ...change,
});
export const mention = (change: object = {}) => ({ mentioned: true, ...change });
export const bare = {
  probability: null,
  reason: null,
  sentiment: null,
  sentimentProbabilities: {},
  position: null,
  mentionCount: null,
};

/** Records the base and then `records`, in one batch or one batch each: faults by line of `records`, and what the tables hold. */
export async function recorded(records: readonly unknown[], batches: number) {
  await using db = await testDatabase();
  const { rejected, report } = await recordAll(db, [...base, ...records], { batches });
  const faults = rejected.map(({ line, faults: found }) => [
    line - base.length,
    ...found.map(({ message }) => message),
  ]);
  return { faults, report, tables: await tablesOf(db) };
}
