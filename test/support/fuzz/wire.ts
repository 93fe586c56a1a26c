// Requests over real sockets, as odd as they come, and what every answer to one must be.

import http from 'node:http';
import net from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ErrorCode, statusOf } from '../../../src/errors.js';

/** A request that node's own client can send. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Longest time until an answer is whole. Far beyond what any request should take on a busy machine. */
const hangMs = 30_000;

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request and waits for the whole answer; a connection that ends without one is thrown. */
export function send(url: string, { method, path, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const body = unpacked(Buffer.concat(chunks), response.headers['content-encoding']);
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(names), body });
      });
    });
    request.setTimeout(hangMs, () => request.destroy(new Error('There was no answer in time.')));
    request.on('error', reject);
    if (body) request.setHeader('content-length', body.length);
    request.end(body ?? undefined);
  });
}

function unpacked(bytes: Buffer, encoding = 'identity'): string {
  // A HEAD, and a 304, have the header and nothing to unpack.
  if (bytes.length === 0 || encoding === 'identity') return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

/** Time for a first answer; then the client hangs up, so that a request without an end is not waited for. */
const patienceMs = 400;

/** Writes bytes that need not be a request. Resolves to what came back: whole answers, or nothing where the server waited for more. */
export function sendRaw(url: string, { bytes, isHead }: RawRequest): Promise<readonly Received[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let stream = Buffer.alloc(0);
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const patience = setTimeout(() => stream.length === 0 && socket.end(), patienceMs);
    socket.setTimeout(hangMs, () => socket.destroy(new Error('There was no answer in time.')));
    socket.on('data', (chunk: Buffer) => {
      stream = Buffer.concat([stream, chunk]);
      if (isWhole(stream, isHead)) socket.end();
    });
    // A server that refuses a request does not read the rest of it, and then a reset may follow its answer.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(patience);
      resolve(parseAnswers(stream));
    });
    socket.write(bytes);
  });
}

/** Bytes for a socket. */
export interface RawRequest {
  readonly bytes: Buffer;
  /** The answer may come without its body. */
  readonly isHead: boolean;
}

function isWhole(stream: Buffer, isHead: boolean): boolean {
  const headEnd = stream.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(stream.subarray(0, headEnd).toString())?.[1] ?? 0);
  return isHead || stream.length >= headEnd + 4 + length;
}

/** The answers in a stream of them. One may lack the body that its head announces: what it answers was a HEAD. */
function parseAnswers(stream: Buffer): readonly Received[] {
  const answers: Received[] = [];
  for (let at = 0; at < stream.length; ) {
    const headEnd = stream.indexOf('\r\n\r\n', at);
    if (headEnd === -1) throw new Error(`This is no answer: ${stream.subarray(at).toString().slice(0, 200)}`);
    const [line = '', ...rest] = stream.subarray(at, headEnd).toString().split('\r\n');
    const headers = Object.fromEntries(
      rest.map((each) => [each.split(':', 1)[0]?.toLowerCase(), each.replace(/^[^:]*: ?/, '')]),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const bodyAt = headEnd + 4;
    const isNext = bodyAt === stream.length || stream.subarray(bodyAt, bodyAt + 9).toString() === 'HTTP/1.1 ';
    const length = isNext ? 0 : Number(headers['content-length'] ?? 0);
    if (status !== 100) {
      answers.push({ status, headers, body: stream.subarray(bodyAt, bodyAt + length).toString() });
    }
    at = bodyAt + length;
  }
  return answers;
}

/** A request, its answer, and what is wrong with that. */
export interface Judged {
  readonly problems: readonly string[];
  readonly request: unknown;
  readonly answers: readonly Received[];
}

/** Sends requests all at once, and yields those whose answers are not as they must be. */
export async function badAnswers(url: string, requests: readonly Sent[]): Promise<readonly Judged[]> {
  const judged = requests.map(async (request): Promise<Judged> => {
    const answer = await send(url, request);
    const shown = { ...request, body: request.body?.toString().slice(0, 5_000) };
    return { problems: problemsOf(answer, request.method === 'HEAD'), request: shown, answers: [answer] };
  });
  return (await Promise.all(judged)).filter(({ problems }) => problems.length > 0);
}

/** As `badAnswers`, for bytes; `onAnswers` is called with how many answers came. */
export async function badRawAnswers(
  url: string,
  requests: readonly RawRequest[],
  onAnswers: (count: number) => void,
): Promise<readonly Judged[]> {
  const judged = requests.map(async (request): Promise<Judged> => {
    const answers = await sendRaw(url, request);
    onAnswers(answers.length);
    const problems = answers.flatMap((answer) => problemsOf(answer, request.isHead));
    return { problems, request: request.bytes.toString('latin1'), answers };
  });
  return (await Promise.all(judged)).filter(({ problems }) => problems.length > 0);
}

/** Answers without a body, and what a successful one may be. */
const fine = new Set([200, 204, 304]);
/** Refusals that HTTP has words for and the table of codes has not. */
const otherRefusals = new Set([408, 414, 417, 431, 505]);
const leaks = /node_modules|\n\s+at |\.ts:\d|pg_|syntax error at or near|violates|PrismaClient/;

/** What is wrong with an answer, whatever was asked; nothing: all is well. */
export function problemsOf({ status, headers, body }: Received, isHead = false): readonly string[] {
  const problems: string[] = [];
  if (!/^[\w-]{1,128}$/.test(headers['x-request-id'] ?? '')) problems.push('it has no request id');
  const statuses: readonly number[] = Object.values(statusOf);
  if (status === 500) problems.push('it is a 500');
  else if (!fine.has(status) && !statuses.includes(status) && !otherRefusals.has(status)) problems.push('its status');
  if (leaks.test(body)) problems.push('it shows internals');
  if ([429, 503].includes(status) && !headers['retry-after']) problems.push('it says not when to try again');
  if (status === 204 || status === 304) return body === '' ? problems : [...problems, 'it has a body'];
  if (isHead && body === '') return problems;
  const type = headers['content-type'] ?? '';
  if (status === 200 && !type.includes('json')) return problems;
  if (status === 200 && type.startsWith('application/x-ndjson')) return [...problems, ...problemsOfLines(body)];
  if (!/^application\/(json|graphql-response\+json)/.test(type)) return [...problems, `its content type is ${type}`];
  return [...problems, ...problemsOfBody(body, status)];
}

function problemsOfLines(body: string): readonly string[] {
  const isWhole = body === '' || body.endsWith('\n');
  const lines = body.split('\n').slice(0, -1);
  return isWhole && lines.every((line) => isObject(parsed(line))) ? [] : ['its lines are no JSON objects'];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function problemsOfBody(text: string, status: number): readonly string[] {
  const body = parsed(text);
  if (!isObject(body)) return ['its body is no JSON object'];
  if ('errors' in body) return problemsOfErrors(body.errors);
  if (status === 200) return [];
  if (!('error' in body && 'message' in body && 'code' in body)) return ['its body is not the one of an error'];
  const isTold = typeof body.error === 'string' && typeof body.message === 'string' && body.message !== '';
  const code = codeOf(body.code);
  if (!isTold || !code) return ['its error is not reported'];
  return statusOf[code] === status || otherRefusals.has(status) ? [] : [`${code} came with ${status}`];
}

function problemsOfErrors(errors: unknown): readonly string[] {
  if (!Array.isArray(errors) || errors.length === 0) return ['its errors are no list'];
  return errors.flatMap((error) => {
    const code = codeOf(error?.extensions?.code);
    if (typeof error?.message !== 'string' || !code) return ['an error has no message or no code'];
    return code === 'internal_error' ? ['an error is internal'] : [];
  });
}

function codeOf(code: unknown): ErrorCode | null {
  // safe because it is one of the keys
  return typeof code === 'string' && Object.hasOwn(statusOf, code) ? (code as ErrorCode) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the caller says what is wrong with that
  }
}
