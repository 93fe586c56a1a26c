// Reads all runs of a prompt over REST with fetch: page by page, with retries after a rate limit.
//
//   npm run demo                                        in one terminal, which prints a key
//   SIGHTLINE_KEY=<key> npx tsx examples/rest-client.ts
//
// SIGHTLINE_URL is http://127.0.0.1:4000 unless it is set.

const { SIGHTLINE_URL: url = 'http://127.0.0.1:4000', SIGHTLINE_KEY: key } = process.env;
if (!key) throw new Error('Set SIGHTLINE_KEY to a key of the server.');

const maxAttempts = 5;

/** The body of the response. Retries after `Retry-After` if the rate limit is exceeded or the server is unavailable; throws other errors. */
async function get<Body>(path: string, parameters: Record<string, string> = {}): Promise<Body> {
  // URLSearchParams writes the plus sign of an offset as %2B, as it must be.
  const address = `${url}/api/v1${path}?${new URLSearchParams(parameters)}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    if (response.ok) return (await response.json()) as Body; // safe because the server describes it so
    const isPassing = response.status === 429 || response.status === 503;
    if (!isPassing || attempt === maxAttempts) {
      const { code, message } = (await response.json()) as { code: string; message: string }; // safe because every error has both
      throw new Error(`${response.status} ${code}: ${message} (request ${response.headers.get('x-request-id')})`);
    }
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    console.error(`${response.status}: waiting ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly page: number; readonly totalPages: number; readonly total: number };
}

/** Every element of a paged list; pages are requested on demand. */
async function* all<Item>(path: string, parameters: Record<string, string>): AsyncGenerator<Item> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = await get<Page<Item>>(path, { ...parameters, page: String(page), limit: '100' });
    yield* data;
    pages = pagination.totalPages;
  }
}

interface Run {
  readonly model: string;
  readonly brandMentioned: boolean;
}

interface Brand {
  readonly id: string;
  readonly name: string;
  readonly lastRunAt: string | null;
}

/** The first brand that has runs. */
async function findBrand(): Promise<Brand | null> {
  for await (const brand of all<Brand>('/brands', {})) if (brand.lastRunAt !== null) return brand;
  return null;
}

const brand = await findBrand();
if (!brand?.lastRunAt) throw new Error('This key reads no brand that has runs.');
const { data: prompts } = await get<Page<{ id: string; text: string }>>(
  `/brands/${encodeURIComponent(brand.id)}/prompts`,
);
const [prompt] = prompts;
if (!prompt) throw new Error(`${brand.name} has no prompt.`);

const end = new Date(Date.parse(brand.lastRunAt) + 900_000);
const window = { start: new Date(end.getTime() - 90 * 86_400_000).toISOString(), end: end.toISOString() };
const counts = new Map<string, { runs: number; mentions: number }>();
for await (const { model, brandMentioned } of all<Run>(`/prompts/${prompt.id}/runs`, window)) {
  const { runs, mentions } = counts.get(model) ?? { runs: 0, mentions: 0 };
  counts.set(model, { runs: runs + 1, mentions: mentions + (brandMentioned ? 1 : 0) });
}
console.log(`"${prompt.text}": who names ${brand.name}`);
for (const [model, { runs, mentions }] of counts) console.log(`${model}: ${mentions} of ${runs} runs`);
