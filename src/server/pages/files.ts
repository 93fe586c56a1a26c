// The built pages and their assets, with compressed versions, in a folder. A new build is detected while the server runs, by the list of files
// that each build writes last.

import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { once } from '../../once.js';
import { isMatch } from '../answers/etag.js';
import type { HttpResponse } from '../context/http-response.js';
import { codingFor } from './compressed.js';

/** A file, by its path in the folder, such as `assets/dashboard-LQDC7SY5.css`. */
interface BuiltFile {
  /** Hash of its content. */
  readonly hash: string;
  /** The codings of its compressed versions, in order of preference. */
  readonly codings: readonly string[];
}

type Listing = Readonly<Record<string, BuiltFile>>;

type Asking = Pick<Request, 'headers'>;

export interface PageFiles {
  /** A response with the file and `headers`, or 304 if the client has it; `null` if there is no such file. */
  send(name: string, request: Asking, headers: HttpResponse['headers']): Promise<HttpResponse | null>;
}

/** File name extensions of the compressed versions. */
const endings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of a build in `folder`. Requested files are cached in memory until the next build. */
export function createPageFiles(folder: URL): PageFiles {
  let current: Build | null = null;
  return {
    async send(name, request, headers) {
      const builtAt = await timeOf(new URL('files.json', folder));
      if (current?.builtAt !== builtAt) current = builtAt === null ? null : await openBuild(folder, builtAt);
      const file = current?.files.get(name);
      return current && file ? answer(current, { name, ...file }, { request, headers }) : null;
    },
  };
}

interface Build {
  readonly builtAt: bigint;
  readonly files: ReadonlyMap<string, BuiltFile>;
  /** The content of a file; `null` if a newer build has removed it. */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** When a file was written; `null` if it does not exist. */
async function timeOf(file: URL): Promise<bigint | null> {
  return stat(file, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => null,
  );
}

async function openBuild(folder: URL, builtAt: bigint): Promise<Build> {
  const listing: Listing = JSON.parse(await readFile(new URL('files.json', folder), 'utf8'));
  return {
    builtAt,
    files: new Map(Object.entries(listing)),
    read: once((path: string) => readFile(new URL(path, folder)).then((bytes) => new Uint8Array(bytes), noFile)),
  };
}

function noFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

interface Asked {
  readonly request: Asking;
  readonly headers: HttpResponse['headers'];
}

async function answer(
  { read }: Build,
  { name, hash, codings }: BuiltFile & { readonly name: string },
  { request, headers: given }: Asked,
): Promise<HttpResponse | null> {
  const tag = `"${hash}"`;
  const type = types[extname(name)] ?? 'application/octet-stream';
  const headers = { Vary: 'Accept, Accept-Encoding', 'Content-Type': type, ...given, ETag: `W/${tag}` };
  if (isMatch(request.headers.get('if-none-match'), tag)) return { status: 304, headers, body: null };
  const coding = codingFor(request.headers.get('accept-encoding'), codings);
  const body = await read(coding ? `${name}${endings[coding]}` : name);
  return body && { status: 200, headers: { ...headers, ...(coding ? { 'Content-Encoding': coding } : {}) }, body };
}
