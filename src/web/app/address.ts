// The address of a page: which page, the view that all pages share, and the parameters of this page alone.

import { readView, type View, viewNames, writeView } from '../data/view.js';

const lists = ['prompts', 'competitors', 'breakdown', 'signals', 'sources', 'searches', 'answers'] as const;

export type Route =
  | { readonly page: 'overview' | (typeof lists)[number] }
  | { readonly page: 'competitor'; readonly company: string }
  | { readonly page: 'prompt'; readonly promptId: string }
  | { readonly page: 'answer'; readonly promptId: string; readonly runId: string };

/** The paths of pages of one thing: that of a list, and the names of what follows it. */
const items: Readonly<Record<string, readonly [list: (typeof lists)[number], ...names: string[]]>> = {
  competitor: ['competitors', 'company'],
  prompt: ['prompts', 'promptId'],
  answer: ['answers', 'promptId', 'runId'],
};

/** The list that a page of one thing belongs to. */
export const listOf = (page: Route['page']): (typeof lists)[number] | undefined => items[page]?.[0];

export type Params = Readonly<Record<string, string | undefined>>;

export interface Address {
  readonly route: Route;
  readonly view: View;
  readonly params: Params;
}

/** A page to go to: with parameters of its own, and changes to the view of the current one. */
export type Target = Route & { readonly params?: Params; readonly view?: Partial<View> };

/** The address of a path and a query string; `null` if no page has the path. */
export function readAddress(path: string, search: string): Address | null {
  const route = readRoute(path);
  if (!route) return null;
  const query = new URLSearchParams(search);
  const params = Object.fromEntries([...query].filter(([name]) => !viewNames.includes(name)));
  return { route, view: readView(search), params };
}

/** The path and query string of an address. */
export function writeAddress({ route, view, params }: Address): string {
  const query = new URLSearchParams(writeView(view));
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return `${pathOf(route)}?${query}`;
}

/** The address of a target, seen from a view. */
export function addressOf({ params = {}, view: change = {}, ...route }: Target, view: View): Address {
  return { route, view: { ...view, ...change }, params };
}

function readRoute(path: string): Route | null {
  const [first = '', ...rest] = path
    .split('/')
    .slice(1)
    .filter((part, index, all) => part !== '' || index < all.length - 1);
  const page = lists.find((name) => name === first);
  if (rest.length === 0) return page ? { page } : first === '' ? { page: 'overview' } : null;
  const found = Object.entries(items).find(([, [list, ...names]]) => list === first && names.length === rest.length);
  if (!found || rest.includes('')) return null;
  const [item, [, ...names]] = found;
  return { page: item, ...Object.fromEntries(names.map((name, at) => [name, decode(rest[at] ?? '')])) } as Route; // safe because these are what such a page is of
}

function pathOf({ page, ...ids }: Route): string {
  if (page === 'overview') return '/';
  const [list = page, ...names] = items[page] ?? [];
  const values = new Map<string, string>(Object.entries(ids));
  return ['', list, ...names.map((name) => encodeURIComponent(values.get(name) ?? ''))].join('/');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
