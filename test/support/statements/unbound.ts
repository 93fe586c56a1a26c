// Which tables of brands a statement reads or changes without naming their brand. A statement without any is sent to the node of its brand; with one, to
// every node of a cluster. Strict, because a cluster's planner is: each table is bound by itself, or by `=` to one that is bound by `=`.

import { parse } from 'libpg-query';

/** A node of the tree that the parser makes. */
type Node = Readonly<Record<string, unknown>>;

/** Where the rows of each table are. */
export type Tables = ReadonlyMap<string, 'brand' | 'reference' | 'local'>;

/** A table in a FROM list, or what is changed. */
interface Reference {
  readonly table: string;
  readonly name: string;
}

/** How the brand of a reference is given: as one value, or as a list of them. */
type Binding = 'value' | 'list';

/** The names, as `table` or `table as name`, of tables of brands whose brand the statement does not give; and what mixes them with local tables. */
export async function unboundTables(sql: string, tables: Tables): Promise<readonly string[]> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: Node[] }; // safe because that is what it yields
  return stmts.flatMap(({ stmt }) => {
    const levels = levelsOf(stmt);
    const faults = levels.flatMap((level) => unboundIn(level, tables));
    const used = new Set(levels.flatMap(({ references }) => references.map(({ table }) => tables.get(table))));
    return used.has('brand') && used.has('local') ? [...faults, 'a local table beside tables of brands'] : faults;
  });
}

/** One SELECT, UPDATE or DELETE, without those inside it. */
interface Level {
  readonly references: readonly Reference[];
  readonly conditions: readonly Node[];
  /** Pairs of names that `using (brand_id)` equates. */
  readonly using: readonly (readonly [string, string])[];
}

/** Every level of a statement. Names of common table expressions are no tables. */
function levelsOf(root: unknown): readonly Level[] {
  const levels: Level[] = [];
  const visit = (node: unknown, known: ReadonlySet<string>): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, known);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    for (const [kind, value] of Object.entries(node)) {
      const inside = isNode(value) ? new Set([...known, ...namesOfCtes(value)]) : known;
      if (isNode(value) && isStatement(kind, value)) levels.push(levelOf(kind, value, inside));
      visit(value, inside);
    }
  };
  visit(root, new Set());
  return levels;
}

/** The branches of a union lie in it without a name of their kind. */
function isStatement(kind: string, value: Node): boolean {
  return ['SelectStmt', 'UpdateStmt', 'DeleteStmt'].includes(kind) || 'limitOption' in value;
}

function namesOfCtes({ withClause }: Node): readonly string[] {
  const ctes = isNode(withClause) && Array.isArray(withClause.ctes) ? withClause.ctes : [];
  return ctes.map((cte) => String(at(cte, 'CommonTableExpr', 'ctename')));
}

function levelOf(kind: string, statement: Node, ctes: ReadonlySet<string>): Level {
  const references: Reference[] = [];
  const conditions: Node[] = [];
  const using: (readonly [string, string])[] = [];
  const take = (item: unknown): readonly string[] => {
    const range = at(item, 'RangeVar');
    const join = at(item, 'JoinExpr');
    if (isNode(range)) {
      const table = String(range.relname);
      const name = String(at(range, 'alias', 'aliasname') ?? table);
      if (!ctes.has(table)) references.push({ table, name });
      return [name];
    }
    if (!isNode(join)) return [String(at(item, 'RangeSubselect', 'alias', 'aliasname'))];
    const [left, right] = [take(join.larg), take(join.rarg)];
    if (isNode(join.quals)) conditions.push(join.quals);
    const names = Array.isArray(join.usingClause) ? join.usingClause.map((each) => at(each, 'String', 'sval')) : [];
    if (names.includes('brand_id')) for (const each of left) for (const other of right) using.push([each, other]);
    return [...left, ...right];
  };
  for (const item of listOf(statement.fromClause ?? statement.usingClause)) take(item);
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') take({ RangeVar: statement.relation });
  if (isNode(statement.whereClause)) conditions.push(statement.whereClause);
  return { references, conditions, using };
}

function unboundIn({ references, conditions, using }: Level, tables: Tables): readonly string[] {
  const ofBrands = references.filter(({ table }) => tables.get(table) === 'brand');
  const bound = new Map<string, Binding>();
  for (const condition of conditions)
    for (const [name, binding] of boundBy(condition, ofBrands))
      if (bound.get(name) !== 'value') bound.set(name, binding);
  const equal = [...using, ...conditions.flatMap(equalBrands)];
  for (let size = -1; size !== bound.size; ) {
    size = bound.size;
    for (const [one, other] of [...equal, ...equal.map(([left, right]) => [right, left] as const)])
      if (bound.get(one) === 'value' && !bound.has(other)) bound.set(other, 'value');
  }
  return ofBrands
    .filter(({ name }) => !bound.has(name))
    .map(({ table, name }) => (table === name ? table : `${table} as ${name}`));
}

/** What a condition gives the brand of. Of alternatives, what all of them do. */
function boundBy(condition: unknown, references: readonly Reference[]): ReadonlyMap<string, Binding> {
  const logic = at(condition, 'BoolExpr');
  if (isNode(logic)) {
    const parts = listOf(logic.args).map((each) => boundBy(each, references));
    if (logic.boolop === 'AND_EXPR') return new Map(parts.flatMap((part) => [...part]));
    const [first = new Map<string, Binding>(), ...others] = parts;
    return logic.boolop === 'OR_EXPR'
      ? new Map(
          [...first.keys()].filter((name) => others.every((part) => part.has(name))).map((name) => [name, 'list']),
        )
      : new Map();
  }
  const expression = at(condition, 'A_Expr');
  if (!isNode(expression) || at(listOf(expression.name)[0], 'String', 'sval') !== '=') return new Map();
  const { kind, lexpr, rexpr } = expression;
  const binding = kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN' ? 'list' : 'value';
  const pairs = [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ];
  return new Map(
    pairs.flatMap(([column, value]) => {
      const name = brandOf(column, references);
      return name !== null && isValue(value) ? [[name, binding]] : [];
    }),
  );
}

/** Pairs of names whose brands a condition equates. */
function equalBrands(condition: unknown): readonly (readonly [string, string])[] {
  const logic = at(condition, 'BoolExpr');
  if (isNode(logic)) return logic.boolop === 'AND_EXPR' ? listOf(logic.args).flatMap(equalBrands) : [];
  const expression = at(condition, 'A_Expr');
  if (!isNode(expression) || expression.kind !== 'AEXPR_OP') return [];
  const [left, right] = [brandOf(expression.lexpr, []), brandOf(expression.rexpr, [])];
  return left !== null && right !== null ? [[left, right]] : [];
}

/** The name whose `brand_id` an expression is; without a name it is that of the only reference. */
function brandOf(expression: unknown, references: readonly Reference[]): string | null {
  const fields = listOf(at(expression, 'ColumnRef', 'fields')).map((each) => at(each, 'String', 'sval'));
  if (fields.at(-1) !== 'brand_id') return null;
  if (fields.length > 1) return String(fields.at(-2));
  return references.length === 1 ? (references[0]?.name ?? null) : null;
}

/** Whether an expression is given with the statement: a bound value, a literal, or a list of them. */
function isValue(expression: unknown): boolean {
  if (at(expression, 'ParamRef') !== undefined || at(expression, 'A_Const') !== undefined) return true;
  const cast = at(expression, 'TypeCast', 'arg') ?? at(expression, 'CollateClause', 'arg');
  if (cast !== undefined) return isValue(cast);
  const items = at(expression, 'A_ArrayExpr', 'elements') ?? at(expression, 'List', 'items');
  return Array.isArray(items) && items.every(isValue);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under names, one inside the other. */
function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
