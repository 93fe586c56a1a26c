// `sightline webhooks`: adds, lists, removes and tests webhooks. A secret is printed when it is made, and never again; of URLs, which may be
// secrets too, only the host is.

import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/postgres.js';
import { dayMs } from '../../domain/limits.js';
import type { SignalSubject } from '../../domain/signals/signals.js';
import { AppError, type Fault, invalid } from '../../errors.js';
import { hostOf, InnerAddress, parseUrl, publicAddresses, resolveHost } from '../../notify/address.js';
import { bodyOf } from '../../notify/message.js';
import type { Period } from '../../notify/news.js';
import { readNow } from '../../notify/notices.js';
import { type PostOptions, post } from '../../notify/post.js';
import * as store from '../../notify/webhooks.js';
import type { Terminal } from '../terminal.js';

interface AddOptions {
  readonly brand: string;
  readonly url: string;
  readonly format: string;
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
}

/** Adds a webhook. Throws `validation_error` with every invalid option. */
export async function add(
  db: Database,
  options: AddOptions,
  terminal: Terminal,
  { resolve = resolveHost }: PostOptions = {},
): Promise<0> {
  const { brand: brandId, allowPrivate = false } = options;
  const [url, format] = [parseUrl(options.url), store.formats.find((each) => each === options.format)];
  const faults: Fault[] = 'message' in url ? [url] : [];
  if (!format) faults.push({ field: 'format', message: `--format must be ${store.formats.join(' or ')}.` });
  if (!('message' in url) && !allowPrivate) faults.push(...(await faultsOfHost(url, resolve)));
  if (faults.length > 0 || 'message' in url || !format) throw invalid(faults);
  const secret = store.makeSecret();
  const id = await store.addWebhook(db, { brandId, url: url.href, format, secret, allowPrivate });
  if (id === null) throw invalid([{ field: 'brand', message: `There is no brand ${JSON.stringify(options.brand)}.` }]);
  terminal.writeOut(options.json ? `${JSON.stringify({ id, secret })}\n` : `id      ${id}\nsecret  ${secret}\n`);
  if (!options.json) terminal.writeErr(`The secret is shown only once. To try it: sightline webhooks test ${id}\n`);
  return 0;
}

async function faultsOfHost(url: URL, resolve: typeof resolveHost): Promise<readonly Fault[]> {
  try {
    await publicAddresses(url, resolve);
    return [];
  } catch (error) {
    const host = JSON.stringify(hostOf(url));
    const message =
      error instanceof InnerAddress
        ? `The host ${host} cannot be used: ${error.message}. If that is meant, give --allow-private.`
        : `The host ${host} of --url cannot be found.`;
    return [{ field: 'url', message }];
  }
}

/** Prints every webhook, as lines or as a JSON array. */
export async function list(db: Database, { json }: { readonly json?: boolean }, terminal: Terminal): Promise<0> {
  const webhooks = (await store.listWebhooks(db)).map(({ url, ...webhook }) => ({
    ...webhook,
    host: new URL(url).host,
  }));
  if (json) terminal.writeOut(`${JSON.stringify(webhooks)}\n`);
  else if (webhooks.length === 0)
    terminal.writeErr('There are no webhooks yet. Add one with sightline webhooks add.\n');
  for (const { id, brandId, host, format, allowPrivate, createdAt } of json ? [] : webhooks)
    terminal.writeOut(
      `${[id, brandId, host, format, createdAt.toISOString(), ...(allowPrivate ? ['private'] : [])].join('  ')}\n`,
    );
  return 0;
}

/** Throws `not_found`. */
export async function remove(db: Database, id: string, terminal: Terminal): Promise<0> {
  if (!(await store.removeWebhook(db, id))) throw missing(id);
  terminal.writeErr(`Webhook ${id} was removed.\n`);
  return 0;
}

/** Posts a sample. Throws `not_found`. */
export async function test(db: Database, id: string, terminal: Terminal, options: PostOptions = {}): Promise<0 | 1> {
  const webhook = await store.findWebhook(db, id);
  if (!webhook) throw missing(id);
  const noticeId = randomUUID();
  const body = bodyOf({ id: noticeId, isTest: true, ...sampleOf(webhook) }, webhook.format);
  const { isAccepted, said } = await post(webhook, { id: noticeId, body, sentAt: await readNow(db) }, options);
  terminal.writeOut(`${isAccepted ? 'Accepted' : 'Not accepted'}: ${said}.\n`);
  return isAccepted ? 0 : 1;
}

/** News that are not true of the brand. */
function sampleOf({ brandId, brand }: { readonly brandId: string; readonly brand: string }) {
  const end = Math.floor(Date.now() / dayMs) * dayMs;
  const window = { start: end - 7 * dayMs, end };
  const compared = { start: window.start - 7 * dayMs, end: window.start };
  const period: Period = { window, compared, timeZone: 'UTC' };
  const [model, others] = ['sample-model', { tag: null, market: null, promptId: null, prompt: null }];
  const subject: SignalSubject = { model, company: null, domain: null, ...others };
  const signal = { kind: 'visibility' as const, subject, before: 0.25, after: 0.5, p: 0.001, q: 0.01 };
  return { brand: { id: brandId, name: brand }, period, tested: 1, signals: [signal], lastAnswerAt: new Date(end - 1) };
}

function missing(id: string): AppError {
  return new AppError(
    'not_found',
    `There is no webhook ${JSON.stringify(id)}. List them with sightline webhooks list.`,
  );
}
