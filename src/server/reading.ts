// What reads figures and makes answers of them: in this thread, or in the threads of `readers/`.

import { once } from '../once.js';
import { programVersion } from '../root.js';
import type { HttpResponse } from './context/http-response.js';
import type { AuthorizedContext } from './context/request-context.js';
import { createEngine, type EngineParts } from './graphql/engine.js';
import type { ServeMcp } from './mcp/mcp.js';
import { type ComputeRoute, createCompute } from './rest/compute.js';
import { createExports } from './rest/export/export.js';

/** Responds to authorized requests. Each throws an `AppError`. */
export interface Reading {
  readonly route: ComputeRoute;
  readonly graphql: (request: Request, requestContext: AuthorizedContext) => Promise<HttpResponse>;
  readonly mcp: (request: Request, requestContext: AuthorizedContext) => Promise<HttpResponse>;
}

/** Reads in this thread. */
export function createReading(parts: EngineParts): Reading {
  const { schema, versionsOf, config } = parts;
  const engine = createEngine(parts);
  const compute = createCompute({ engine, schema, versionsOf, openExport: createExports(parts) });
  // Its packages are loaded for the first assistant: no other request waits for them.
  const loadMcp = once(async (): Promise<ServeMcp> => {
    const { createMcp } = await import('./mcp/mcp.js');
    return createMcp({ schema, compute, versionsOf, version: programVersion(), corsOrigins: config.corsOrigins });
  });
  return {
    route: compute,
    graphql: engine.serve,
    mcp: async (request, requestContext) => (await loadMcp())(request, requestContext),
  };
}
