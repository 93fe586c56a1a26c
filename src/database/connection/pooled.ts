// A connection to a pooler in transaction mode (PgBouncer): the server's session changes with every transaction, so nothing may be left in it.
// The settings of a session are sent with each transaction instead, in the same round trip as what it begins with, and are gone with it.

import pg from 'pg';

/** Settings by name; values are as `set` takes them between quotes. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * Sends `settings` with everything that begins a transaction on `client`: with `begin`, and with each statement outside a transaction, which
 * then is one together with them. Statements are not prepared under names. Outside a transaction, COPY is refused.
 */
export function sendSettings(client: pg.ClientBase, settings: SessionSettings): void {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
  const limited = (first: unknown, ...rest: readonly unknown[]): unknown => {
    // Unknown before the first statement.
    const isOutside = (client.getTransactionStatus() ?? 'I') === 'I';
    if (isSubmittable(first)) {
      if (isOutside) throw new Error('COPY needs a transaction behind a pooler.');
      return query(first, ...rest);
    }
    const callback = rest.findLast((each) => typeof each === 'function') as Callback | undefined; // safe because the driver takes no other function
    const values = rest.find((each) => Array.isArray(each));
    const asked = { ...(typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)), name: undefined };
    const config = { ...asked, ...(values ? { values } : {}) } as pg.QueryConfig; // safe because these are what it was called with
    const submit = (done: Callback) =>
      void query(isOutside ? withSettings(config, settings, done) : toQuery(config, done));
    if (callback) return submit(callback);
    return new Promise((resolve, reject) => submit((error, result) => (error ? reject(error) : resolve(result))));
  };
  client.query = limited as typeof client.query; // safe because it takes and returns what each overload does
}

type Callback = (error: Error | null | undefined, result?: unknown) => void;

function isSubmittable(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query;
}

function toQuery(config: pg.QueryConfig, done: Callback): pg.Query {
  return new pg.Query(config, done);
}

/** The same with the settings before it, whose own result is taken away. */
function withSettings(config: pg.QueryConfig, settings: SessionSettings, done: Callback): pg.Query {
  const entries = Object.entries(settings);
  if (/^\s*begin\b/i.test(config.text)) {
    // What comes with `begin` comes after the settings, which it may change.
    const [begin, ...others] = config.text.split(';');
    const set = entries.map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`);
    const text = [begin, ...set, ...others].join(';');
    return toQuery({ ...config, text }, (error, results) => done(error, Array.isArray(results) ? results[0] : results));
  }
  // A row less than none, so that it has no result but its end.
  const calls = entries.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  const set = `select where num_nulls(${calls.join(', ')}) > 0`;
  const rest: Callback = (error, results) => {
    const own = Array.isArray(results) ? results.slice(1) : results;
    done(error, Array.isArray(own) && own.length === 1 ? own[0] : own);
  };
  if (!config.values?.length) return toQuery({ ...config, text: `${set}; ${config.text}` }, rest);
  const query = toQuery(config, rest);
  const { submit } = query;
  // Both are of one transaction, because the protocol ends it only at the `sync` that follows the second.
  query.submit = (connection) => {
    connection.stream.cork();
    connection.parse({ name: '', text: set, types: [] }, true);
    connection.bind({}, true);
    connection.execute(null, true);
    submit.call(query, connection);
    connection.stream.uncork();
  };
  return query;
}
