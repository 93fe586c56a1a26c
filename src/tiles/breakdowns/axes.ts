// Groups by number: each dimension is an axis of its values in their order, and a group is the number that its places on all axes make, so that the
// order of these numbers is that of the keys. Pure.

import type { BreakdownAsk, BreakdownKey } from '../../domain/breakdown/breakdown.js';
import { type DimensionName, dimensions } from '../../domain/breakdown/dimensions-and-measures.js';
import { byCodePoint } from '../../domain/metrics.js';
import type { NameAndText } from '../lists/names.js';
import type { Period } from './periods.js';
import type { ChannelValue, Values } from './values.js';

type Value = string | number | boolean | null;

/** The values of one dimension in their order, `null` last. */
interface Axis {
  readonly name: DimensionName;
  readonly values: readonly Value[];
  readonly size: number;
  /** By how much the number of a group grows from a value to the next. */
  readonly step: number;
}

/** A group by its parts: where it is found, and in it of which prompts and which company. */
interface GroupParts {
  /** The number that its period and its channel but for the model make. */
  readonly piece: number;
  /** The same with its model. */
  readonly slice: number;
  /** The same of what its prompts have in common. */
  readonly ofPrompts: number;
  /** `null`: the group is not about one. */
  readonly company: number | null;
}

export interface Axes {
  readonly period: (place: number) => number;
  readonly model: (id: string) => number;
  readonly channel: (of: ChannelValue) => number;
  /** Of a company's number; `undefined`: it is not known. */
  readonly company: ReadonlyMap<Value, number>;
  /** By the number of a prompt the groups that its runs are in, as far as that follows from the prompt; of those that are not known none. */
  readonly prompts: readonly (readonly number[])[];
  readonly partsOf: (group: number) => GroupParts;
  /** The number of the group whose part a group is, of one company. */
  readonly withoutCompany: (group: number) => number;
  /** The number of the prompt of a group; `null`: it is not about one. */
  readonly promptOf: (group: number) => number | null;
  readonly keyOf: (group: number, prompt: NameAndText | undefined) => BreakdownKey;
  /** The same number with all axes the other way round, `null` last all the same; twice, it is the number itself. */
  readonly mirrored: (group: number) => number;
}

export function axesOf({ by }: BreakdownAsk, values: Values, periods: readonly Period[]): Axes {
  const [flags, dates] = [[false, true], periods.map(({ date }) => date)];
  const of = {
    prompt: values.prompts,
    tag: [...distinct(values.tagged.flatMap(({ tags }) => tags)), null],
    model: values.models,
    company: values.companies.map(({ number }) => number),
    provider: distinct(values.channels.map(({ provider }) => provider)),
    market: [...distinct(values.channels.flatMap(({ market }) => market ?? [])), null],
    ...{ webSearch: flags, branded: flags, day: dates, week: dates, month: dates },
  };
  const axes = axesOfValues(by, of);
  const on: Partial<Readonly<Record<DimensionName, Axis>>> = Object.fromEntries(axes.map((axis) => [axis.name, axis]));
  const time = axes.find(({ name }) => dimensions[name].of === 'time');
  const ofPieces = axes.filter(({ name }) => dimensions[name].of === 'time' || dimensions[name].of === 'channel');
  const [models, providers, markets] = [codesOn(on.model), codesOn(on.provider), codesOn(on.market)];
  return {
    period: (place) => place * (time?.step ?? 0),
    model: (id) => models.get(id) ?? 0,
    channel: ({ provider, webSearch, market }) =>
      (providers.get(provider) ?? 0) + Number(webSearch) * (on.webSearch?.step ?? 0) + (markets.get(market) ?? 0),
    company: codesOn(on.company),
    prompts: codesOfPrompts(axes, values),
    partsOf: (group) => {
      const piece = ofPieces.reduce((sum, axis) => sum + partOn(group, axis), 0);
      const slice = piece + partOn(group, on.model);
      const ofPrompts = group - slice - partOn(group, on.company);
      return { piece, slice, ofPrompts, company: valueAt(of.company, group, on.company) };
    },
    withoutCompany: (group) => group - partOn(group, on.company),
    promptOf: (group) => valueAt(of.prompt, group, on.prompt),
    keyOf: (group, prompt) => ({
      promptId: prompt?.name ?? null,
      prompt: prompt?.text ?? null,
      tag: valueAt(of.tag, group, on.tag),
      model: valueAt(of.model, group, on.model),
      provider: valueAt(of.provider, group, on.provider),
      webSearch: valueAt(flags, group, on.webSearch),
      market: valueAt(of.market, group, on.market),
      branded: valueAt(flags, group, on.branded),
      company: valueAt(values.companies, group, on.company)?.name ?? null,
      date: valueAt(dates, group, time),
    }),
    mirrored: (group) => axes.reduce((sum, axis) => sum + mirroredOn(axis, placeOn(group, axis)) * axis.step, 0),
  };
}

function placeOn(group: number, { step, size }: Axis): number {
  return Math.floor(group / step) % size;
}

function partOn(group: number, axis: Axis | undefined): number {
  return axis ? placeOn(group, axis) * axis.step : 0;
}

/** Which of the values of a dimension a group has; `null`: it is not about one, or has none. */
function valueAt<Of>(ofAxis: readonly Of[], group: number, axis: Axis | undefined): Of | null {
  return axis ? (ofAxis[placeOn(group, axis)] ?? null) : null;
}

/** By each value what it adds to the number of a group: a brand may have thousands of markets. */
function codesOn(axis: Axis | undefined): ReadonlyMap<Value, number> {
  return new Map(axis?.values.map((value, place) => [value, place * axis.step]));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byCodePoint);
}

function axesOfValues(
  by: readonly DimensionName[],
  of: Readonly<Record<DimensionName, readonly Value[]>>,
): readonly Axis[] {
  let step = 1;
  return by
    .toReversed()
    .map((name): Axis => {
      const axis = { name, values: of[name], size: Math.max(1, of[name].length), step };
      step *= axis.size;
      return axis;
    })
    .toReversed();
}

function mirroredOn({ values, size }: Axis, place: number): number {
  const last = values[size - 1] === null ? size - 2 : size - 1;
  return place > last ? place : last - place;
}

/** Each prompt is in one group of each combination of its values. */
function codesOfPrompts(axes: readonly Axis[], { prompts: numbers, branded, tagged }: Values): readonly number[][] {
  const codes: number[][] = [];
  for (const axis of axes) {
    const { name, step } = axis;
    if (dimensions[name].of !== 'prompt') continue;
    const isFirst = codes.length === 0;
    const put = (prompt: number, own: readonly number[]) => {
      const before = isFirst ? [0] : (codes[prompt] ?? []);
      codes[prompt] = before.flatMap((code) => own.map((each) => code + each));
    };
    if (name === 'prompt') for (const [place, prompt] of numbers.entries()) put(prompt, [place * step]);
    else if (name === 'branded')
      for (const each of branded) for (const prompt of each.prompts) put(prompt, [Number(each.branded) * step]);
    else {
      const ofTags = codesOn(axis);
      for (const { tags, prompts } of tagged) {
        const own = (tags.length === 0 ? [null] : [...new Set(tags)]).map((tag) => ofTags.get(tag) ?? 0);
        for (const prompt of prompts) put(prompt, own);
      }
    }
  }
  return codes;
}
