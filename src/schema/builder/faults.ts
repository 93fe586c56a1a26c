// A field reports all faults of its arguments in one error. It combines those of the validation plugin and those of the field's
// `rules`, which may need the context; a root field also those that the transport found.

import type { MaybePromise, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import type { StandardSchemaV1 } from '@pothos/plugin-validation';
import type { GraphQLResolveInfo } from 'graphql';
import { AppError, type Fault, invalid } from '../../errors.js';
import type { Context } from './context.js';

/** What validation found, by the argument that it is about. */
export function toFault({ path, message }: StandardSchemaV1.Issue): Fault {
  const [first] = path ?? [];
  const field = typeof first === 'object' ? first.key : first;
  return { field: field === undefined ? null : String(field), message };
}

type RawArguments = Readonly<Record<string, unknown>>;

/** Finds faults in arguments as they were given, before the validation plugin changes them; `info` gives access to the fields below. */
export type Rule = (
  args: RawArguments,
  ctx: Context,
  info: GraphQLResolveInfo,
  /** What was found before. */
  found: readonly Fault[],
) => MaybePromise<readonly Fault[]>;

/** `config`, with all its argument mappers and rules as one mapper. */
export function reportingTogether<Types extends SchemaTypes>(
  config: PothosOutputFieldConfig<Types>,
): PothosOutputFieldConfig<Types> {
  const { argMappers, pothosOptions, args: definitions } = config;
  const isRoot = config.parentType === 'Query';
  if (!isRoot && !pothosOptions.rules) return config;
  const order = Object.keys(definitions);
  return {
    ...config,
    argMappers: [
      async (args, ctx, info) => {
        const context = ctx as Context; // safe because the one builder of this schema has this context
        const whole = info as GraphQLResolveInfo; // safe because both executors give all of it
        const faults = isRoot ? [...context.faults] : [];
        const parse = async () => {
          let parsed = args;
          for (const mapper of argMappers) parsed = await mapper(parsed, ctx, info);
          return parsed;
        };
        const parsed = await collecting(faults, parse);
        for (const rule of pothosOptions.rules ?? []) faults.push(...(await rule(args, context, whole, faults)));
        if (parsed === null || faults.length > 0) throw invalid(inOrder(faults, order));
        return parsed;
      },
    ],
  };
}

/** The result of `parse`, or `null`, with its faults added to `faults`. */
async function collecting<T>(faults: Fault[], parse: () => Promise<T>): Promise<T | null> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof AppError) || error.faults.length === 0) throw error;
    faults.push(...error.faults);
    return null;
  }
}

/** Distinct faults in the order in which the arguments are defined. */
function inOrder(faults: readonly Fault[], order: readonly string[]): readonly Fault[] {
  const place = ({ field }: Fault) => (field === null ? -1 : order.indexOf(field.split('.')[0] ?? ''));
  const unique = new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault]));
  return [...unique.values()].sort((a, b) => place(a) - place(b));
}
