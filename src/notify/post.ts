// Posts one signed message. Redirects are not followed, the answer is not read beyond its head, and nothing that is said of a failure names
// more than what happened: the URL may be a secret.

import { createHmac } from 'node:crypto';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { hostOf, InnerAddress, publicAddresses, type Resolve, resolveHost } from './address.js';

export interface Destination {
  readonly url: string;
  readonly secret: string;
  readonly allowPrivate: boolean;
}

/** `id` and `body` stay the same when it is sent again. */
export interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

export interface PostOptions {
  readonly resolve?: Resolve;
  /** How long it may take from the look-up of the host to the head of the answer. */
  readonly timeoutMs?: number;
}

/** Whether the receiver has accepted it with a status 2xx, and what it did, for people. */
export interface Posted {
  readonly isAccepted: boolean;
  readonly said: string;
}

/** Posts `message`. Never rejects. */
export async function post(
  { url: text, secret, allowPrivate }: Destination,
  { id, body, sentAt }: Message,
  { resolve = resolveHost, timeoutMs = 10_000 }: PostOptions = {},
): Promise<Posted> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(text);
    const found = allowPrivate ? resolve(hostOf(url)) : publicAddresses(url, resolve);
    const addresses = await before(signal, found);
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const headers = { ...headersOf(id, body), 'Sightline-Signature': signatureOf(body, secret, sentAt) };
    const request = send(url, { method: 'POST', headers, signal, agent: false, lookup: lookupOf(addresses) });
    return await answerTo(request, body);
  } catch (error) {
    return {
      isAccepted: false,
      said: signal.aborted ? `no answer within ${timeoutMs / 1_000} seconds` : phrase(error),
    };
  }
}

function headersOf(id: string, body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Sightline',
    'Sightline-Id': id,
  };
}

/** What proves that a body comes from who knows the secret, and when it was sent. */
function signatureOf(body: string, secret: string, sentAt: Date): string {
  const at = Math.floor(sentAt.getTime() / 1_000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Leads to the addresses that were checked, so that no second look-up leads elsewhere. */
function lookupOf(addresses: readonly LookupAddress[]) {
  const [first] = addresses;
  type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
  return (_: string, { all }: LookupOptions, found: Found): void => {
    if (all) found(null, [...addresses]);
    else found(null, first?.address ?? '', first?.family);
  };
}

function answerTo(request: ClientRequest, body: string): Promise<Posted> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    // Without an error where the receiver would speak another protocol.
    request.on('close', () => reject(new Error('The connection was closed.')));
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      // Who answers before everything was sent has not read it.
      const isAccepted = statusCode >= 200 && statusCode < 300 && request.writableFinished;
      resolve({ isAccepted, said: `status ${statusCode}` });
      request.destroy();
    });
    request.end(body);
  });
}

/** What `work` resolves to, unless `signal` aborts first. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

function phrase(error: unknown): string {
  if (error instanceof InnerAddress) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed';
  return code === 'ENOTFOUND' ? 'its host is not known' : code;
}
