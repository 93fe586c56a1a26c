// Lets what depends on entities leave as one batch: after the last batch of entities, not after the first.

/** Counts batches under way. No timer and no delay: it looks again each time that a batch has ended. */
export interface Quiet {
  /** Schedules a batch of entities as DataLoader does, and counts it from now on. */
  readonly counted: (leave: () => void) => void;
  /** A batch function that counts until it has ended. */
  readonly ending: <Keys, Values>(load: (keys: Keys) => Promise<Values>) => (keys: Keys) => Promise<Values>;
  /** Schedules a batch for when no counted batch is under way. */
  readonly whenQuiet: (leave: () => void) => void;
}

export function createQuiet(): Quiet {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const look = () =>
    afterJobs(() => {
      if (underWay === 0) for (const leave of waiting.splice(0)) leave();
    });
  const end = () => {
    underWay -= 1;
    look();
  };
  return {
    counted: (leave) => {
      underWay += 1;
      afterJobs(() => {
        // A batch of nothing but keys that are known already calls no batch function, so the two count apart.
        leave();
        end();
      });
    },
    ending: (load) => (keys) => {
      underWay += 1;
      return load(keys).finally(end);
    },
    whenQuiet: (leave) => {
      waiting.push(leave);
      look();
    },
  };
}

/** Runs `then` once all promises that can continue have done so: the moment at which DataLoader itself sends a batch. */
function afterJobs(then: () => void): void {
  Promise.resolve().then(() => process.nextTick(then));
}
