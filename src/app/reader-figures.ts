// What the metrics say of the door and its readers together. Each reader says it every second: nobody waits for one that stands still.

import type { Database } from '../database/postgres.js';
import type { Answers } from '../server/answers/answers.js';
import type { Figures } from '../server/readers/messages.js';
import type { Metrics } from '../server/watch/metrics.js';

interface DoorFigures {
  readonly pool: Database['pool'];
  readonly answers: Answers;
  readonly metrics: Metrics;
}

type Pool = Figures['pool'];

export function createFigures({ pool, answers, metrics }: DoorFigures) {
  const said = new Map<number, Figures>();
  /** What those had counted that have ended. */
  const gone = { refused: 0, hits: 0, misses: 0 };
  const sum = (of: (figures: Figures) => number) => [...said.values()].reduce((total, each) => total + of(each), 0);
  const ofPools = (name: keyof Pool) => pool[name] + sum((each) => each.pool[name]);
  return {
    note: (place: number, figures: Figures) => {
      said.set(place, figures);
      for (const statement of figures.statements) metrics.statement(statement);
      for (const outcome of figures.replicaReads) metrics.replicaRead(outcome);
      for (let block = 0; block < figures.corruptBlocks; block++) metrics.corruptBlock();
    },
    lose: (place: number) => {
      const last = said.get(place);
      gone.refused += last?.reads.refused ?? 0;
      gone.hits += last?.answers.hits ?? 0;
      gone.misses += last?.answers.misses ?? 0;
      said.delete(place);
    },
    pool: {
      get idleCount() {
        return ofPools('idleCount');
      },
      get totalCount() {
        return ofPools('totalCount');
      },
      get waitingCount() {
        return ofPools('waitingCount');
      },
    },
    reads: () => ({
      running: sum(({ reads }) => reads.running),
      waiting: sum(({ reads }) => reads.waiting),
      refused: gone.refused + sum(({ reads }) => reads.refused),
    }),
    answers: () => {
      const own = answers.counts();
      return {
        hits: own.hits + gone.hits + sum((each) => each.answers.hits),
        misses: own.misses + gone.misses + sum((each) => each.answers.misses),
        bytes: own.bytes + sum((each) => each.answers.bytes),
        answers: own.answers + sum((each) => each.answers.answers),
      };
    },
  };
}
