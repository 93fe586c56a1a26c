// The bytes that the built pages send: what each loads first, and all of its scripts and style sheets.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const made = fileURLToPath(new URL('../dist/web/', import.meta.url));

/** Bytes as they are sent, compressed by brotli. `first`: what the page names and all that this imports at once; `all`: also what is loaded later. */
export function weighPage(name: string): { readonly first: number; readonly all: number } {
  const page = readFileSync(`${made}${name}`, 'utf8');
  const named = [...page.matchAll(/(?<="\/assets\/)[^"]+\.(?:js|css)(?=")/g)].map(([name]) => name);
  const first = reach(named, /(?<=(?:from|import)\s*"\.\/)[\w.-]+\.js(?=")/g);
  const all = reach(named, /(?<=(?:from|import)\s*\(?"\.\/)[\w.-]+\.js(?=")/g);
  return { first: sizeOf(first), all: sizeOf(all) };
}

/** The files and those that they import, as far as `pattern` sees. */
function reach(names: readonly string[], pattern: RegExp): ReadonlySet<string> {
  const reached = new Set(names);
  // A set is walked up to what is added on the way.
  for (const name of reached) {
    if (!name.endsWith('.js')) continue;
    for (const [other] of read(name).toString().matchAll(pattern)) reached.add(other);
  }
  return reached;
}

function sizeOf(names: ReadonlySet<string>): number {
  return [...names].reduce((sum, name) => sum + read(`${name}.br`).length, 0);
}

function read(name: string): Buffer {
  return readFileSync(`${made}assets/${name}`);
}
