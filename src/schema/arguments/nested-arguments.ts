// The arguments of fields below a root field. A fault is one of the field that it is found at, whose siblings are answered; where the root field is
// refused in any case, its error reports them as well, so that all faults of a request are reported together.

import type { StandardSchemaV1 } from '@pothos/plugin-validation';
import type { Fault } from '../../errors.js';
import { type Rule, toFault } from '../builder/faults.js';
import { fieldsWithin, type WrittenField } from '../builder/selection.js';
import { checked, modelRule, place } from './arguments.js';
import { parseListArguments } from './list-arguments.js';
import { withParsed } from './parsed-arguments.js';
import { filter, filterOfPrompt } from './run-filter.js';
import { window, windows } from './windows.js';

export const promptsArguments = checked('tags', 'search', 'page', 'limit');

const promptRuns = ['model', 'outcome', 'company', 'page', 'limit', 'timeZone'] as const;
const pageOfRuns = { window, filter: filterOfPrompt, after: place };

export const promptRunsArguments = withParsed(checked(...promptRuns), pageOfRuns);
/** The same of the root field, which names its prompt. */
export const rootRunsArguments = withParsed(checked('promptId', ...promptRuns), pageOfRuns);

export const promptAnalyticsArguments = withParsed(checked('model', 'timeZone'), { windows, filter: filterOfPrompt });

const brandAnalytics = ['model', 'tags', 'timeZone'] as const;

export const brandAnalyticsArguments = withParsed(checked(...brandAnalytics), { windows, filter });
/** The same of the root field, which names its brand. */
export const rootAnalyticsArguments = withParsed(checked('brandId', ...brandAnalytics), { windows, filter });

const argumentsOf = new Map<string, StandardSchemaV1>([
  ['Brand.prompts', promptsArguments],
  ['Brand.analytics', brandAnalyticsArguments],
  ['Prompt.runs', promptRunsArguments],
  ['Prompt.analytics', promptAnalyticsArguments],
]);

/** Faults in the arguments of long lists, and of fields that lead from one type to another, anywhere below a root field. */
export const nestedRule: Rule = async (_args, ctx, info, found) => {
  if (!ctx.refusesWhole && found.length === 0) return [];
  const faults: Fault[] = [];
  for (const field of fieldsWithin(info)) {
    faults.push(...(await faultsOf(field)));
    if ('model' in field.args || 'filter' in field.args)
      faults.push(...(await modelRule(field.args, ctx, info, found)));
  }
  return faults;
};

async function faultsOf({ coordinate, list, args }: WrittenField): Promise<readonly Fault[]> {
  if (list !== null) {
    const parsed = parseListArguments(list, args);
    return 'faults' in parsed ? parsed.faults : [];
  }
  const result = await argumentsOf.get(coordinate)?.['~standard'].validate(args);
  return (result?.issues ?? []).map(toFault);
}
