// The built pages and their parts as they lie in a folder, compressed beside each. Made again while the server runs, they are noticed: the list
// that the build writes last says what there is.

import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpResponse } from '../exchange/http-response.js';
import { isMatch } from '../rest/etag.js';
import { codingFor } from './compressed.js';

/** A file, by its path in the folder, such as `assets/page-LQDC7SY5.css`. */
interface BuiltFile {
  /** Of its content. */
  readonly hash: string;
  /** The codings that lie beside it, the best first. */
  readonly codings: readonly string[];
}

type Listing = Readonly<Record<string, BuiltFile>>;

type Asking = Pick<Request, 'headers'>;

export interface PageFiles {
  /** The file as an answer with `headers`, or 304 where the client has it; `null`: there is none of this name. */
  send(name: string, request: Asking, headers: HttpResponse['headers']): Promise<HttpResponse | null>;
}

/** How the names of the compressed files end. */
const endings: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of a build in `folder`. What was asked for is kept in memory until the next build. */
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
  /** The content of a path in the folder; `null`: a newer build has removed it. */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** When a file was written; `null`: there is none. */
async function timeOf(file: URL): Promise<bigint | null> {
  return stat(file, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => null,
  );
}

async function openBuild(folder: URL, builtAt: bigint): Promise<Build> {
  const listing: Listing = JSON.parse(await readFile(new URL('files.json', folder), 'utf8'));
  const contents = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  return {
    builtAt,
    files: new Map(Object.entries(listing)),
    read(path) {
      const known = contents.get(path);
      if (known) return known;
      const content = readFile(new URL(path, folder)).then(
        (bytes) => new Uint8Array(bytes),
        () => null,
      );
      contents.set(path, content);
      return content;
    },
  };
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
