// A statement of SQL as it may leave the process: its text without values. Pure.

/** Text in quotes, where only `E'…'` has escapes, and numbers that are part of no name and no parameter. */
const values = /\bE'(?:[^'\\]|''|\\.)*'|(?:\bU&)?'(?:[^']|'')*'|(?<![\w$."])\d+(?:\.\d+)?(?![\w"])/gis;

/** `sql` with a question mark in the place of each value that was written into it; parameters such as `$1` stay. */
export function withoutValues(sql: string): string {
  return sql.replace(values, '?').replace(/\s+/g, ' ').trim();
}

/** The name of the span of a statement: its first word, such as `SELECT`. */
export function statementName(sql: string): string {
  return /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
}
