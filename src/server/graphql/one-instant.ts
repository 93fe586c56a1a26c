// An answer is of one instant, though entities are looked up outside the snapshot of its figures: where the data changed while a document was executed, it is
// executed again, and then reads everything in one snapshot.

import type { Plugin } from 'graphql-yoga';
import type { Loaders } from '../../loaders/index.js';
import { joinVersions, type VersionsOf } from '../../loaders/versions.js';
import type { OperationContext } from './operation-context.js';

/** A plugin that compares the versions of what an operation names before and after its execution. It comes after those that choose how a document is executed. */
export function useOneInstant(versionsOf: VersionsOf): Plugin<OperationContext> {
  return {
    onExecute: ({ context, executeFn, setExecuteFn }) => {
      setExecuteFn(async (args) => {
        const forget = context.budget.mark();
        const result = await executeFn(args);
        if (!(await hasChanged(context, versionsOf))) return result;
        forget();
        const loaders = context.readAgain();
        await primeNamed(context, loaders);
        return executeFn({ ...args, contextValue: { ...context, loaders } });
      });
    },
  };
}

/** Whether the data may have changed between two reads of the operation. Of what has no version nothing is known, and nothing promised. */
async function hasChanged(
  { exchange, instants, endReads }: OperationContext,
  versionsOf: VersionsOf,
): Promise<boolean> {
  const { subjects, version } = exchange;
  if (subjects === undefined || version === undefined || instants() < 2) return false;
  // First, because requests that each held a connection and waited for another would wait for ever.
  await endReads();
  const found = await versionsOf(subjects);
  return joinVersions(found.map((each) => each?.version ?? '')) !== version;
}

/** Looks up the brands and prompts that the operation names, and the models, in the snapshot: the look-ups of single ones would be outside it. */
async function primeNamed({ exchange: { subjects = [] } }: OperationContext, loaders: Loaders): Promise<void> {
  await loaders.sizes({
    brandIds: subjects.flatMap((subject) =>
      typeof subject === 'object' && 'brandId' in subject ? subject.brandId : [],
    ),
    promptIds: subjects.flatMap((subject) =>
      typeof subject === 'object' && 'promptId' in subject ? subject.promptId : [],
    ),
    more: null,
    columns: new Set(),
    models: true,
  });
}
