// A connection to an Elmo database, on which nothing can be written.

import pg from 'pg';

/** Connects to `address`. Throws in one sentence where it cannot. */
export async function connectToElmo(address: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'sightline',
    options: '-c timezone=UTC -c default_transaction_read_only=on',
  });
  // A connection that breaks fails the statement on it; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new Error(`The Elmo database cannot be reached: ${error.message}.`, { cause: error });
  });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
