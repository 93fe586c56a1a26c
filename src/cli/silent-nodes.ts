// Commands on a cluster say which nodes they wait for, or fail because of.

import { readSilent, watchNodes } from '../database/citus/reach.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import type { Terminal } from './terminal.js';

/** That these nodes, at least one, do not answer. */
export function sentenceOf(nodes: readonly string[]): string {
  return nodes.length === 1 ? `The node ${nodes[0]} does not answer.` : `The nodes ${nodes.join(', ')} do not answer.`;
}

/** Runs `work`. Names the nodes that it waits for, and throws an error that names them where it fails because of them. */
export async function namingNodes<T>(db: Database, { writeErr }: Terminal, work: (db: Database) => Promise<T>) {
  let isNamed = false;
  using _ = watchNodes(db, (nodes) => {
    if (!isNamed) writeErr(`${sentenceOf(nodes)} The command waits.\n`);
    isNamed = true;
  });
  try {
    return await work(db);
  } catch (error) {
    const nodes = isUnavailable(error) ? await readSilent(db) : [];
    if (nodes.length === 0) throw error;
    throw new Error(`${sentenceOf(nodes)} Run the command again when all nodes do.`);
  }
}
