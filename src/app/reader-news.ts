// What has happened in a reader since it last reported to the metrics; nothing where it never reports, so that nothing is kept.

import type { ReplicaOutcome } from '../database/replica/request-snapshot.js';
import type { Statement } from '../database/watched.js';
import type { Figures } from '../server/readers/messages.js';

type News = Pick<Figures, 'statements' | 'replicaReads' | 'corruptBlocks'>;

export function createNews(isReported: boolean) {
  let news = none();
  const noted = <T extends readonly unknown[]>(note: (...values: T) => void) => (isReported ? note : () => {});
  return {
    metrics: {
      statement: noted((statement: Statement) => void news.statements.push(statement)),
      corruptBlock: noted(() => void news.corruptBlocks++),
      replicaRead: noted((outcome: ReplicaOutcome) => void news.replicaReads.push(outcome)),
    },
    /** What is to be reported now. */
    take: (): News => {
      const taken = news;
      news = none();
      return taken;
    },
  };
}

function none() {
  const statements: Statement[] = [];
  const replicaReads: ReplicaOutcome[] = [];
  return { statements, replicaReads, corruptBlocks: 0 };
}
