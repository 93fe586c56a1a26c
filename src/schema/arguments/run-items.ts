// `domain`, `url` and `query`: which runs by what they cite and issue.

import type { ItemKind, NamedItem } from '../../domain/lists/items.js';
import { hostOf } from '../../domain/lists/ownership.js';
import { normaliseQuery } from '../../domain/query.js';
import { normaliseUrl } from '../../domain/url.js';
import type { Fault } from '../../errors.js';
import type { FieldsOf } from '../builder/builder.js';
import type { ArgumentParser } from './parsed-arguments.js';

export function itemArguments(t: Pick<FieldsOf<unknown>, 'arg'>) {
  return {
    domain: t.arg.string({
      description:
        'Only runs that cite a page of this domain, as the list of cited domains names it; `www.` before it is ignored. One that no run cites selects nothing. Empty: all runs.',
    }),
    url: t.arg.string({
      description:
        'Only runs that cite this URL; spellings that the list of cited URLs counts as one are the same, and a URL of that list is always itself. One that no run cites selects nothing. Empty: all runs.',
    }),
    query: t.arg.string({
      description:
        'Only runs that issued this web query; stretches of white space count as one space, and white space alone is the query without text. One that no run issued selects nothing. Empty: all runs.',
    }),
  };
}

/** The names of an item as it was given, first the one to be preferred; none where it cannot be one. */
const namesOf: Readonly<Record<ItemKind, (text: string) => readonly string[]>> = {
  domain: (text) => {
    const host = hostOf(text);
    // A host may be `www.www.example.com`.
    return /^$|[*\s/]/.test(host) ? [] : [host, host.replace(/^www\./, '')];
  },
  url: (text) => {
    const page = normaliseUrl(text);
    // A listed URL is normalised, but may end with a slash that normalising it again would take away: one recorded with two.
    return page ? [...new Set([text, page.url])] : [];
  },
  // One of white space alone is that of the runs that issued such a one.
  query: (text) => [normaliseQuery(text)].filter((query) => !query.includes('\0')),
};
const allowed: Readonly<Record<ItemKind, string>> = {
  domain: 'a host such as example.com',
  url: 'an http or https URL such as https://example.com/page',
  query: 'a text without NUL',
};

/** The items that runs are to cite or issue. */
export const items: ArgumentParser<readonly NamedItem[]> = (args) => {
  const value: NamedItem[] = [];
  const faults: Fault[] = [];
  for (const kind of ['domain', 'url', 'query'] as const) {
    const given = args[kind];
    if (typeof given !== 'string' || given === '') continue;
    const names = namesOf[kind](given);
    const quoted = JSON.stringify(given.slice(0, 100));
    if (names.length > 0) value.push({ kind, names });
    else faults.push({ field: kind, message: `${kind} must be ${allowed[kind]}; given was ${quoted}.` });
  }
  return faults.length > 0 ? { faults } : { value };
};
