// The only table of paths: access, methods, handler, and the name in the log and in metrics of each. The router, the OpenAPI
// description and the metrics are derived from it.

import type { Subject } from '../loaders/versions.js';
import { type PathLabel, unknownPath } from './context/request-context.js';
import { type Route, restPrefix, routes } from './rest/routes.js';
import { subjectReader } from './rest/serving.js';

/** Who can access a path: everybody, every valid API key, or the token of metrics. */
type Access = 'open' | 'key' | 'metrics';

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

interface PathFacts {
  /** A pattern of the router: a segment that starts with `:` is a parameter. */
  readonly path: string;
  /** The name in the log and in metrics. */
  readonly label: PathLabel;
  readonly access: Access;
  /** Default: GET and HEAD. */
  readonly methods?: readonly Method[];
  /** Whether it is served until the end of a shutdown. */
  readonly isServedToTheEnd?: true;
}

/** A path and its handler. */
export type PathRow = PathFacts &
  (
    | { readonly serve: 'live' | 'ready' | 'metrics' | 'openapi' | 'asset' | 'mcp' | 'records' | 'session' | 'nothing' }
    | { readonly serve: 'page'; readonly file: string }
    /** `page` is for browsers that navigate to the path; it needs no key. */
    | { readonly serve: 'graphql'; readonly page: string }
    /** `subjectOf` reads the subject of a path. */
    | { readonly serve: 'rest'; readonly route: Route; readonly subjectOf: (path: string) => Subject | null }
  );

const graphqlPath = '/graphql';
const mcpPath = '/mcp';
const recordsPath = `${restPrefix}/records`;
const docsPath = `${restPrefix}/docs`;
const openapiPath = `${restPrefix}/openapi.json`;

/** The pages of the dashboard: one document, which reads its address. */
const dashboardPaths = [
  '/',
  '/prompts',
  '/prompts/:promptId',
  '/competitors',
  '/competitors/:company',
  '/sources',
  '/searches',
  '/breakdown',
  '/signals',
  '/answers',
  '/answers/:promptId/:runId',
];

const health = { access: 'open', isServedToTheEnd: true } as const;

const labelled = (api: PathLabel['api'], path: string, name = path) => ({ path, label: { api, name } });

export const paths: readonly PathRow[] = [
  { ...labelled('health', '/health/live'), ...health, serve: 'live' },
  { ...labelled('health', '/health/ready'), ...health, serve: 'ready' },
  { ...labelled('metrics', '/metrics'), access: 'metrics', isServedToTheEnd: true, serve: 'metrics' },
  ...dashboardPaths.map(
    (path) => ({ ...labelled('web', path), access: 'open', serve: 'page', file: 'index.html' }) as const,
  ),
  { ...labelled('web', '/assets/*', '/assets/'), access: 'open', serve: 'asset' },
  // POST signs a browser in, DELETE out.
  { ...labelled('web', '/session'), access: 'key', methods: ['POST', 'DELETE'], serve: 'session' },
  { ...labelled('web', docsPath), access: 'open', serve: 'page', file: 'docs.html' },
  { ...labelled('web', openapiPath), access: 'open', serve: 'openapi' },
  {
    ...labelled('graphql', graphqlPath),
    access: 'key',
    methods: ['GET', 'HEAD', 'POST'],
    serve: 'graphql',
    page: 'graphiql.html',
  },
  { ...labelled('mcp', mcpPath), access: 'key', methods: ['POST'], serve: 'mcp' },
  { ...labelled('rest', recordsPath), access: 'key', methods: ['POST'], serve: 'records' },
  ...routes.map((route) => {
    const subjectOf = subjectReader(route);
    return { ...labelled('rest', route.path), access: 'key', serve: 'rest', route, subjectOf } as const;
  }),
  // Only a valid key learns that a path below REST does not exist.
  { path: restPrefix, label: unknownPath, access: 'key', serve: 'nothing' },
  { path: `${restPrefix}/*`, label: unknownPath, access: 'key', serve: 'nothing' },
  { path: '*', label: unknownPath, access: 'open', serve: 'nothing' },
];

const readOnly: readonly Method[] = ['GET', 'HEAD'];

/** The methods that a path accepts, besides OPTIONS. */
export function methodsOf({ methods = readOnly }: PathRow): readonly Method[] {
  return methods;
}
