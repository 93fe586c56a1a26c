// An answer is of one instant, though entities are looked up outside the snapshot of its figures: where the data changed while a document was executed, it is
// executed again, and then reads everything in one snapshot.

import type { Plugin } from 'graphql-yoga';
import type { Loaders } from '../../loaders/index.js';
import { joinVersions, type SubjectsAt, type VersionsOf } from '../../loaders/versions.js';
import type { OperationContext } from './operation-context.js';

/** On a cluster, nodes have no snapshot in common, so that it may change there again. After so many executions the last one is the answer. */
const maxExecutions = 5;

/** A plugin that compares the versions of what an operation names before and after its execution. It comes after those that choose how a document is executed. */
export function useOneInstant(versionsOf: VersionsOf, isDistributed: boolean): Plugin<OperationContext> {
  return {
    onExecute: ({ context, executeFn, setExecuteFn }) => {
      setExecuteFn(async (args) => {
        const forget = context.budget.mark();
        let result = await executeFn(args);
        const { named } = context.requestContext;
        if (!named || context.instants() < 2) return result;
        let [before, after] = [named.versions, await versionsAfter(context, named, versionsOf)];
        for (let executions = 1; after !== before && executions < maxExecutions; executions++) {
          forget();
          context.notices.length = 0;
          const loaders = context.readAgain();
          await primeNamed(named, loaders);
          result = await executeFn({ ...args, contextValue: { ...context, loaders } });
          if (!isDistributed) return result;
          before = after;
          after = await versionsAfter(context, named, versionsOf);
        }
        return result;
      });
    },
  };
}

/** The versions of what the operation names, now that it has read. Of what has none nothing is known, and nothing promised. */
async function versionsAfter(
  { endReads }: OperationContext,
  { subjects }: SubjectsAt,
  versionsOf: VersionsOf,
): Promise<string> {
  // First, because requests that each held a connection and waited for another would wait for ever.
  await endReads();
  return joinVersions(await versionsOf(subjects));
}

/** Looks up the brands and prompts that the operation names, and the models, in the snapshot: the look-ups of single ones would be outside it. */
async function primeNamed({ subjects }: SubjectsAt, loaders: Loaders): Promise<void> {
  const named = subjects.filter((subject) => subject !== 'shared');
  const brandIds = named.flatMap((subject) => ('brandId' in subject ? subject.brandId : []));
  const promptIds = named.flatMap((subject) => ('promptId' in subject ? subject.promptId : []));
  await loaders.sizes({ brandIds, promptIds, more: null, columns: new Set(), models: true });
}
