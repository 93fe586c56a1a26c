// The annotations of brands: what happened at an instant, or from one to another.

import { bindings } from '../../database/bindings.js';
import { type Budget, unlimited } from '../../domain/budget.js';
import type { Window } from '../../domain/window.js';
import type { Annotation } from '../../domain/windows/annotation.js';
import { timestamp } from '../../tiles/plain/raw-sql.js';
import type { Queryable } from '../../tiles/plain/rows.js';
import { assertRead } from '../read.js';

export interface AnnotationAsk {
  readonly brandId: string;
  readonly window: Window;
}

/**
 * The annotations that touch each window, by `at`, then by id: those that begin in it, and those that began before and end after its start. One
 * statement for all; texts that are more than `budget` has room for do not leave the database.
 */
export async function readAnnotations(
  db: Queryable,
  asks: readonly AnnotationAsk[],
  budget: Budget = unlimited,
): Promise<readonly Annotation[][]> {
  const { values, bind } = bindings();
  const instant = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`;
  const branches = asks.map(({ brandId, window: { start, end } }, ask) => {
    const first = bind(timestamp(start));
    return `select ${ask} as ask, id, ${instant('at')}, ${instant('until')}, text, url from annotation
      where brand_id = ${bind(brandId)} and at < ${bind(timestamp(end))} and (at >= ${first} or until > ${first})`;
  });
  const maxBytes = budget.remainingBytes();
  // A row without an annotation says how many bytes there are where these are too many.
  const { rows } = await db.query<Annotation & { readonly ask: number; readonly bytes: number }>(
    `with found as (${branches.join('\nunion all\n')}),
      total as (select coalesce(sum(octet_length(text) + coalesce(octet_length(url), 0)), 0)::float8 as bytes from found)
      select bytes, found.* from total left join found on bytes <= ${bind(maxBytes)}::float8 order by at, id collate "C"`,
    values,
  );
  assertRead(rows, maxBytes, budget);
  const found = asks.map((): Annotation[] => []);
  for (const { ask, bytes: _, ...annotation } of rows) found[ask]?.push(annotation);
  return found;
}
