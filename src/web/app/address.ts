// The address of a page: which page, the view that all pages share, and the parameters of this page alone.

import { readView, type View, viewNames, writeView } from '../data/view.js';

export type Route =
  | {
      readonly page:
        | 'overview'
        | 'prompts'
        | 'competitors'
        | 'breakdown'
        | 'signals'
        | 'sources'
        | 'searches'
        | 'answers';
    }
  | { readonly page: 'competitor'; readonly company: string }
  | { readonly page: 'prompt'; readonly promptId: string }
  | { readonly page: 'answer'; readonly promptId: string; readonly runId: string };

export type Params = Readonly<Record<string, string | undefined>>;

export interface Address {
  readonly route: Route;
  readonly view: View;
  readonly params: Params;
}

/** A page to go to: with parameters of its own, and changes to the view of the current one. */
export type Target = Route & { readonly params?: Params; readonly view?: Partial<View> };

const lists = ['prompts', 'competitors', 'breakdown', 'signals', 'sources', 'searches', 'answers'] as const;

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
  const [one, other] = rest.map(decode);
  if (rest.length === 0) {
    if (first === '') return { page: 'overview' };
    const page = lists.find((name) => name === first);
    return page ? { page } : null;
  }
  if (first === 'competitors' && rest.length === 1 && one) return { page: 'competitor', company: one };
  if (first === 'prompts' && rest.length === 1 && one) return { page: 'prompt', promptId: one };
  if (first === 'answers' && rest.length === 2 && one && other) return { page: 'answer', promptId: one, runId: other };
  return null;
}

function pathOf(route: Route): string {
  switch (route.page) {
    case 'overview':
      return '/';
    case 'competitor':
      return `/competitors/${encodeURIComponent(route.company)}`;
    case 'prompt':
      return `/prompts/${encodeURIComponent(route.promptId)}`;
    case 'answer':
      return `/answers/${encodeURIComponent(route.promptId)}/${encodeURIComponent(route.runId)}`;
    default:
      return `/${route.page}`;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
