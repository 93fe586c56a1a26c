// Where the rows of a table are on a Citus cluster. Each migration declares it for the tables that it creates, in a file beside it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `brand`: a table of brands, whose rows are on the node of their brand; `reference`: a copy on every node; `local`: on the coordinator
 * alone.
 */
export type Placement = 'brand' | 'reference' | 'local';

/** The placement of each table, in the order in which the tables can be distributed. */
export type Placements = ReadonlyMap<string, Placement>;

/** The table of which a brand's rows in every other `brand` table are neighbours. It is distributed first. */
export const anchorTable = 'run';
export const brandColumn = 'brand_id';

/** The placements that the migration in `folder` declares; none where it has no `distribution.json`. Throws for a file that is not valid. */
export async function readPlacements(folder: string): Promise<Placements> {
  const file = join(folder, 'distribution.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>); // safe because every value is checked below
  return new Map(
    entries.map(([table, placement]) => {
      if (!isPlacement(placement))
        throw new Error(`${file}: the placement of ${table} must be brand, reference or local.`);
      return [table, placement];
    }),
  );
}

function isPlacement(value: unknown): value is Placement {
  return value === 'brand' || value === 'reference' || value === 'local';
}

/** The placements of all `migrations` together: `run` first, then the others in the order in which they are declared. */
export function joinPlacements(migrations: readonly { readonly placements: Placements }[]): Placements {
  const all = new Map(migrations.flatMap(({ placements }) => [...placements]));
  const anchor = all.get(anchorTable);
  return anchor ? new Map([[anchorTable, anchor], ...all]) : all;
}

/** The statement that gives `table` its placement, as one row of any type; `null` where there is nothing to do. */
export function placementStatement(table: string, placement: Placement): string | null {
  if (placement === 'local') return null;
  if (placement === 'reference') return `select create_reference_table('${table}')`;
  const neighbour = table === anchorTable ? 'none' : anchorTable;
  return `select create_distributed_table('${table}', '${brandColumn}', colocate_with => '${neighbour}')`;
}
