// Dispatches what depends on entities as one batch: after the last batch of entities, not after the first.

export type PendingTracker = ReturnType<typeof createPendingTracker>;

/** Counts batches under way. No timer and no delay: it looks again each time that a batch has ended. */
export function createPendingTracker() {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const look = () =>
    afterJobs(() => {
      if (underWay === 0) for (const dispatch of waiting.splice(0)) dispatch();
    });
  const end = () => {
    underWay -= 1;
    look();
  };
  return {
    /** Schedules a batch of entities as DataLoader does, and tracks it from now on. */
    schedule: (dispatch: () => void) => {
      underWay += 1;
      afterJobs(() => {
        // A batch of nothing but keys that are known already calls no batch function, so the two count apart.
        dispatch();
        end();
      });
    },
    /** A batch function that counts until it has ended. */
    track:
      <Keys, Values>(load: (keys: Keys) => Promise<Values>) =>
      (keys: Keys) => {
        underWay += 1;
        return load(keys).finally(end);
      },
    /** Schedules a batch for when no tracked batch is under way. */
    whenIdle: (dispatch: () => void) => {
      waiting.push(dispatch);
      look();
    },
  };
}

/** Runs `then` once all promises that can continue have done so: the moment at which DataLoader itself sends a batch. */
function afterJobs(then: () => void): void {
  Promise.resolve().then(() => process.nextTick(then));
}
