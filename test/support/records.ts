// Records for tests: through the real recorder into a database, and a small fixed world of them.

import type { Database } from '../../src/database/postgres.js';
import { limits } from '../../src/recording/input/batches.js';
import { type RecordOptions, type Report, recordStream } from '../../src/recording/record.js';
import type { RejectedLine, Rejects } from '../../src/recording/rejects.js';
import type { AnyRecord, RunRecord } from './naive/record.js';

/** Keeps no line that was rejected. */
export const noRejects: Rejects = {
  ...{ path: 'memory', keep: async () => {}, complete: async () => {}, [Symbol.asyncDispose]: async () => {} },
};

/** What became of the records: the recorder's report and every line that it rejected. */
export interface Recorded {
  readonly report: Report;
  readonly rejected: readonly RejectedLine[];
}

/**
 * Records `records`, in order, as one file of lines. Small `batches` put what belongs together into several transactions; with
 * `inlineBytes` of 0 a thread prepares them.
 */
export async function recordAll(
  db: Database,
  records: readonly unknown[],
  options: Omit<RecordOptions, 'rejects' | 'limits'> & {
    readonly batches?: number;
    readonly inlineBytes?: number;
  } = {},
): Promise<Recorded> {
  const { batches = 1_000, inlineBytes = limits.inlineBytes, ...rest } = options;
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const rejected: RejectedLine[] = [];
  const report = await recordStream(db, chunksOf(Buffer.from(text)), {
    ...rest,
    limits: { ...limits, records: batches, inlineBytes },
    rejects: { ...noRejects, keep: async (lines) => void rejected.push(...lines) },
  });
  return { report, rejected };
}

/** Pieces that end in the middle of lines and characters. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 65_521;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const smallWorldIds = {
  organization: 'acme',
  brand: 'acme-crm',
  prompts: { best: '6f1f0000-0000-4000-8000-000000000001', cheap: '6f1f0000-0000-4000-8000-000000000002' },
  otherOrganization: 'other',
  otherBrand: 'other-brand',
  otherPrompt: '6f1f0000-0000-4000-8000-000000000003',
} as const;

/**
 * Two organizations with a brand each. Acme CRM has two prompts, two tracked competitors, a third that is only named, and ten runs on
 * 1 to 5 March 2026, two a day, of two models; the other brand has one run.
 */
export function smallWorld(): readonly AnyRecord[] {
  const { organization, brand, prompts, otherOrganization, otherBrand, otherPrompt } = smallWorldIds;
  return [
    { type: 'organization', id: organization, name: 'Acme Inc.' },
    { type: 'organization', id: otherOrganization, name: 'Other Ltd.' },
    { type: 'model', id: 'chatgpt', label: 'ChatGPT' },
    { type: 'model', id: 'google-ai-mode', label: 'Google AI Mode' },
    { type: 'brand', id: brand, organizationId: organization, name: 'Acme CRM', aliases: ['AcmeCRM'] },
    { type: 'brand', id: otherBrand, organizationId: otherOrganization, name: 'Other' },
    { type: 'competitor', brandId: brand, name: 'Globex', domains: ['globex.com'] },
    { type: 'competitor', brandId: brand, name: 'Initech' },
    { type: 'prompt', id: prompts.best, brandId: brand, text: 'best crm for small teams', tags: ['crm', 'smb'] },
    { type: 'prompt', id: prompts.cheap, brandId: brand, text: 'cheap crm', tags: ['crm'] },
    { type: 'prompt', id: otherPrompt, brandId: otherBrand, text: 'other things', tags: ['crm'] },
    ...Array.from({ length: 10 }, (_, index) => smallRun(index)),
    { ...smallRun(10), promptId: otherPrompt, competitorsMentioned: [], assessments: null },
  ];
}

/** A run of the best prompt of the small world that names no company, none of those in it. */
export function plainRun(number: number, more: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ type: 'run', id: `0c9d0000-0000-4000-9000-${String(number).padStart(12, '0')}` },
    ...{ promptId: smallWorldIds.prompts.best, model: 'chatgpt', provider: 'openai' },
    ...{ createdAt: '2026-03-01T10:00:00Z', answer: 'nothing', ...more },
  };
}

export function smallRun(index: number): RunRecord {
  const { best, cheap } = smallWorldIds.prompts;
  const brandMentioned = index % 3 !== 2;
  const named = ['Globex', 'Initech', 'Umbrella'].filter((_, place) => (index >> place) % 2 === 1);
  return {
    type: 'run',
    id: `0c9d0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    promptId: index % 4 < 2 ? best : cheap,
    model: index % 2 === 0 ? 'chatgpt' : 'google-ai-mode',
    provider: index % 2 === 0 ? 'openai' : 'google',
    webSearchEnabled: index % 2 === 1,
    createdAt: new Date(Date.UTC(2026, 2, 1 + Math.floor(index / 2), index % 2 === 0 ? 9 : 21)).toISOString(),
    answer: `Answer ${index}: ${named.join(', ')}`,
    webQueries: [`best crm ${index}`],
    citations: [
      { url: `https://www.example.com/page/${index % 3}?utm_source=chat`, title: `Page ${index % 3}` },
      { url: 'https://example.org/' },
    ],
    brandMentioned,
    competitorsMentioned: named,
    assessments: {
      brand: brandMentioned
        ? {
            mentioned: true,
            probability: 0.98,
            sentiment: index % 2 === 0 ? 'positive' : 'neutral',
            position: 1 + (index % 4),
          }
        : { mentioned: false },
      competitors: Object.fromEntries(
        named.map((name, place) => [name, { mentioned: true, sentiment: 'negative', position: place + 2 } as const]),
      ),
    },
  };
}
