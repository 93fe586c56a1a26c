// Statements that are put together in pieces: the values bound to them, and what all statements on tables of brands have in common.

interface Bindings {
  /** The values bound so far, in the order of their placeholders. */
  readonly values: unknown[];
  /** Binds a further value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
}

/**
 * The condition that a column, the brand of a table, is one of `brandIds`, compared by `collation`. To be said of every table of brands in a statement,
 * also of those that are joined: only so a cluster sends it to the nodes of these brands alone.
 */
export function ofBrands(
  brandIds: readonly string[],
  bind: Bindings['bind'],
  collation = '',
): (column: string) => string {
  const [only, ...others] = new Set(brandIds);
  const condition =
    others.length === 0
      ? `= ${bind(only ?? null)} ${collation}`
      : `= any(${bind([only, ...others])}::text[] ${collation})`;
  return (column) => `${column} ${condition}`;
}

/** Looks up the rows of a table of brands. */
export type LookUp = (by: {
  readonly table: string;
  /** What is selected of the table; everything by default. */
  readonly columns?: string;
  /** What the columns of the table are equal to, its brand among them: columns of the tables before, so that there is a row for each of theirs. */
  readonly equal: Readonly<Record<'brand_id', string> & Record<string, string>>;
  /** The primary key, past the brand. */
  readonly primaryKey?: string;
}) => string;

/**
 * Look-ups in a statement on `brandIds`, each a lateral subquery named as its table.
 *
 * The planner takes a brand that its statistics do not know for one row, and then finds nothing cheaper than to read all rows of the brand for each key,
 * or each key for all rows. `distinct` keeps it from beginning with the table. The brand itself, by which a cluster finds the node, is compared by a
 * collation that no index has: so the index is chosen by the brand of a key, which the planner takes to have as many rows as brands have on average.
 */
export function lookUps(brandIds: readonly string[], bind: Bindings['bind']): LookUp {
  const isOurs = ofBrands(brandIds, bind, 'collate "C"');
  return ({ table, columns = `${table}.*`, equal, primaryKey = 'id' }) => {
    const keys = Object.entries(equal).map(([column, value]) => `${table}.${column} = ${value}`);
    const where = [isOurs(`${table}.brand_id`), ...keys].join(' and ');
    return `lateral (select distinct on (brand_id, ${primaryKey}) ${columns} from ${table} where ${where}) as ${table}`;
  };
}

/** No values yet. */
export function bindings(): Bindings {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
