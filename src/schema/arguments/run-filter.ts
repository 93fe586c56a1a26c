// What narrows runs beside their window, model and tags: one argument of every operation that takes a model.

import { maxFilterElements, uuid } from '../../domain/limits.js';
import { noFilter, type RunFilter } from '../../domain/selection/run-filter.js';
import type { Fault } from '../../errors.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { ArgumentParser } from './parsed-arguments.js';

/** The lists, and what an element of each may be. */
const examples = {
  models: 'chatgpt',
  providers: 'openai',
  markets: 'US',
  promptIds: '6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11',
};
type ListName = keyof typeof examples;

const RunFilterInput = builder.inputType('RunFilter', {
  description: 'Which runs count; those that every field selects. An empty list and an absent field: all runs.',
  fields: (t) => {
    const listed = (which: string) => ({
      description: `Only runs of any of these ${which}; at most ${maxFilterElements}.`,
    });
    return {
      models: t.idList(listed('models. Cannot be combined with `model`')),
      providers: t.stringList(listed('providers, case-sensitive')),
      webSearch: t.boolean({ description: 'Only runs whose `webSearchEnabled` is this.' }),
      markets: t.stringList(listed('markets, case-sensitive')),
      branded: t.boolean({
        description:
          'Only runs of prompts whose text names the brand, by its name or an alias of now, also within the longer name of a competitor, or of those that do not. Not for operations about one prompt.',
      }),
      promptIds: t.idList(listed('prompts, by their UUIDs. Not for operations about one prompt')),
    };
  },
});

/** `filter`. */
export function filterArgument(t: Pick<FieldsOf<unknown>, 'arg'>) {
  return t.arg({ type: RunFilterInput, description: 'Only these runs.' });
}

type Given = Readonly<Partial<Record<string, unknown>>>;

/** The filter of an operation about a brand. */
export const filter: ArgumentParser<RunFilter> = ({ filter: given, model }) => {
  // safe because GraphQL has checked its fields
  const found = (given ?? {}) as Given;
  const faults = [
    ...modelFaults(found, model),
    ...Object.keys(examples).flatMap((name) => listFaults(name as ListName, found)),
  ]; // safe because its keys are the names
  if (faults.length > 0) return { faults };
  return { value: given ? filterOf(found) : noFilter };
};

/** The filter of an operation about one prompt. */
export const filterOfPrompt: ArgumentParser<RunFilter> = (args) => {
  const parsed = filter(args);
  const given = (args.filter ?? {}) as Given; // safe because GraphQL has checked its fields
  const faults = ['branded', 'promptIds']
    .filter((name) => given[name] !== undefined && given[name] !== null)
    .map((name) => faultOf(name, 'does not exist for one prompt: it is for operations about a brand.'));
  if (faults.length === 0) return parsed;
  return { faults: [...faults, ...('faults' in parsed ? parsed.faults : [])] };
};

function filterOf(given: Given): RunFilter {
  const list = (name: ListName) => [...new Set(listOf(given, name))].sort();
  const flag = (name: 'webSearch' | 'branded') => (typeof given[name] === 'boolean' ? given[name] : null);
  return {
    models: list('models'),
    providers: list('providers'),
    webSearch: flag('webSearch'),
    markets: list('markets'),
    branded: flag('branded'),
    promptIds: [...new Set(listOf(given, 'promptIds').map((id) => id.toLowerCase()))].sort(),
  };
}

function listOf(given: Given, name: ListName): readonly string[] {
  return (given[name] ?? []) as readonly string[]; // safe because GraphQL has checked it
}

function modelFaults(given: Given, model: unknown): readonly Fault[] {
  if (!model || listOf(given, 'models').length === 0) return [];
  return [faultOf('models', 'does not go with model: give either, not both.')];
}

function listFaults(name: ListName, given: Given): readonly Fault[] {
  const list = listOf(given, name);
  const faults: Fault[] = [];
  if (list.length > maxFilterElements)
    faults.push(faultOf(name, `must be at most ${maxFilterElements}; given were ${list.length}.`));
  if (list.some((each) => each.trim() === ''))
    faults.push(faultOf(name, `must not hold an empty element: give a list such as ${examples[name]}.`));
  if (list.some((each) => each.includes('\0'))) faults.push(faultOf(name, 'must not hold a NUL character.'));
  const wrong = name === 'promptIds' ? list.find((each) => each.trim() !== '' && !uuid.test(each)) : undefined;
  if (wrong !== undefined)
    faults.push(
      faultOf(name, `must be UUIDs such as ${examples.promptIds}; given was ${JSON.stringify(wrong.slice(0, 100))}.`),
    );
  return faults;
}

function faultOf(name: string, message: string): Fault {
  return { field: `filter.${name}`, message: `filter.${name} ${message}` };
}
