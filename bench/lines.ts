// Generated runs as lines to be recorded.

import { assessmentsOf } from './rows.js';
import {
  competitorName,
  competitors,
  pageTitle,
  pageUrl,
  promptsOf,
  queryText,
  type World,
  type WorldRun,
} from './world.js';

/** Everything that runs refer to, a line each. */
export function referenceLines(world: World): readonly string[] {
  const { brandId } = world;
  return [
    { type: 'organization', id: 'bench', name: 'Bench' },
    { type: 'brand', id: brandId, organizationId: 'bench', name: 'Northwind' },
    ...Array.from({ length: competitors }, (_, at) => ({ type: 'competitor', brandId, name: competitorName(at + 1) })),
    ...promptsOf(world).map(({ id, number, tags }) => ({
      type: 'prompt',
      id,
      brandId,
      text: `prompt ${number}`,
      tags,
    })),
  ].map(lineOf);
}

export function runLine(run: WorldRun): string {
  const { id, prompt, model, createdAt, pages, queries } = run;
  return lineOf({
    type: 'run',
    id,
    promptId: prompt.id,
    model,
    provider: `${model}-provider`,
    webSearchEnabled: true,
    createdAt: new Date(createdAt).toISOString(),
    webQueries: queries.map(queryText),
    citations: pages.map((page) => ({ url: pageUrl(page), title: pageTitle(page) })),
    assessments: assessmentsOf(run),
  });
}

export function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** Lines as a file would come: in chunks of about a megabyte. */
export async function* bytesOf(lines: Iterable<string>): AsyncGenerator<Buffer> {
  yield* chunksOf(lines);
}

export function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = [];
  for (const line of lines) {
    if (chunk.push(line) < 500) continue;
    yield Buffer.from(chunk.join(''));
    chunk = [];
  }
  yield Buffer.from(chunk.join(''));
}
