// Every path that the server answers, once: who may ask, by which methods, what serves it, and its name in log and metrics. The router,
// the description of REST and the figures all follow from these rows.

import { type PathLabel, unknownPath } from './exchange/exchange.js';
import { type Route, restPrefix, routes } from './rest/routes.js';

/** Whose request is let through: everybody's, that of a key, or that of the token of metrics. */
export type Access = 'open' | 'key' | 'metrics';

export type Method = 'GET' | 'HEAD' | 'POST';

interface PathFacts {
  /** A pattern of the router: a segment that opens with `:` is a parameter. */
  readonly path: string;
  /** What log and metrics call it. */
  readonly label: PathLabel;
  readonly access: Access;
  /** Without it: GET and HEAD. */
  readonly methods?: readonly Method[];
  /** Whether it is answered to the end, also while the server shuts down. */
  readonly isServedToTheEnd?: true;
}

/** A path, and what serves it. */
export type PathRow = PathFacts &
  (
    | { readonly serve: 'live' | 'ready' | 'metrics' | 'openapi' | 'asset' | 'nothing' }
    | { readonly serve: 'page'; readonly file: string }
    /** `page` is for browsers that navigate to the path, and open to everybody. */
    | { readonly serve: 'graphql'; readonly page: string }
    | { readonly serve: 'rest'; readonly route: Route }
  );

export const graphqlPath = '/graphql';
export const docsPath = `${restPrefix}/docs`;
export const openapiPath = `${restPrefix}/openapi.json`;

const health = { access: 'open', isServedToTheEnd: true } as const;

const labelled = (api: PathLabel['api'], path: string, name = path) => ({ path, label: { api, name } });

export const paths: readonly PathRow[] = [
  { ...labelled('health', '/health/live'), ...health, serve: 'live' },
  { ...labelled('health', '/health/ready'), ...health, serve: 'ready' },
  { ...labelled('metrics', '/metrics'), access: 'metrics', isServedToTheEnd: true, serve: 'metrics' },
  { ...labelled('web', '/'), access: 'open', serve: 'page', file: 'index.html' },
  { ...labelled('web', '/assets/*', '/assets/'), access: 'open', serve: 'asset' },
  { ...labelled('web', docsPath), access: 'open', serve: 'page', file: 'docs.html' },
  { ...labelled('web', openapiPath), access: 'open', serve: 'openapi' },
  {
    ...labelled('graphql', graphqlPath),
    access: 'key',
    methods: ['GET', 'HEAD', 'POST'],
    serve: 'graphql',
    page: 'graphiql.html',
  },
  ...routes.map((route) => ({ ...labelled('rest', route.path), access: 'key', serve: 'rest', route }) as const),
  // Even that a path under REST does not exist is for those alone who have a key.
  { path: restPrefix, label: unknownPath, access: 'key', serve: 'nothing' },
  { path: `${restPrefix}/*`, label: unknownPath, access: 'key', serve: 'nothing' },
  { path: '*', label: unknownPath, access: 'open', serve: 'nothing' },
];

const readOnly: readonly Method[] = ['GET', 'HEAD'];

/** The methods by which a path is answered, besides OPTIONS. */
export function methodsOf({ methods = readOnly }: PathRow): readonly Method[] {
  return methods;
}
