// Values for examples that the key can read: a brand, a prompt and a run of it, and the 30 days up to its newest run.

import { examplesDocument, newestRunDocument } from '../documents/examples.js';
import { ask } from './api.js';
import { dayOf } from './days.js';
import { daysUpTo, spanOf } from './period.js';

export type Examples = Awaited<ReturnType<typeof loadExamples>>;

const exampleDays = 30;

/** The values for the key of the tab: of the brand in the address, else of the first one with runs. Throws `ApiError`. */
export async function loadExamples(signal?: AbortSignal) {
  const { brands: all } = await ask(examplesDocument, {}, signal);
  const chosen = new URLSearchParams(location.search).get('brand');
  const rank = ({ id, lastRunAt }: (typeof all)[number]) => (id === chosen ? 2 : Number(lastRunAt !== null));
  const brands = [...all].sort((one, other) => rank(other) - rank(one));
  const [brand] = brands;
  const lastRunAt = brand?.lastRunAt ?? new Date().toISOString();
  const span = spanOf(daysUpTo(lastRunAt, 'UTC', exampleDays), 'UTC');
  const runs = brand ? (await ask(newestRunDocument, { brandId: brand.id, ...span }, signal)).brandRuns.data : [];
  const [newest] = runs;
  return {
    ...span,
    /** All brands that the key can read: that of the address first, then those with runs. */
    brandIds: brands.map(({ id }) => id),
    /** Empty if there is none, like the other identifiers. */
    brandId: brand?.id ?? '',
    promptId: newest?.promptId ?? brand?.prompts.data[0]?.id ?? '',
    runId: newest?.id ?? '',
    /** The UTC day of the newest run. */
    date: dayOf(Date.parse(lastRunAt), 'UTC'),
  };
}
