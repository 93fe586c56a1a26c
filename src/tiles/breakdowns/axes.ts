// Groups by number: each dimension is an axis of its values in their order, and a group is the number that its places on all axes make, so that the
// order of these numbers is that of the keys. Pure.

import type { BreakdownAsk, BreakdownKey } from '../../domain/breakdown/breakdown.js';
import { type DimensionName, dimensions } from '../../domain/breakdown/dimensions-and-measures.js';
import { byCodePoint } from '../../domain/metrics.js';
import type { RowName } from '../lists/list.js';
import type { Period } from './periods.js';
import type { ChannelValue, Values } from './values.js';

/** The values of one dimension in their order, `null` last. */
interface Axis {
  readonly name: DimensionName;
  readonly size: number;
  readonly hasNull: boolean;
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
  readonly company: ReadonlyMap<number, number>;
  /** By the number of a prompt the groups that its runs are in, as far as that follows from the prompt; of those that are not known none. */
  readonly prompts: readonly (readonly number[])[];
  readonly partsOf: (group: number) => GroupParts;
  /** The number of the group whose part a group is, of one company. */
  readonly withoutCompany: (group: number) => number;
  /** The number of the prompt of a group; `null`: it is not about one. */
  readonly promptOf: (group: number) => number | null;
  readonly keyOf: (group: number, prompt: RowName | undefined) => BreakdownKey;
  /** The same number with all axes the other way round, `null` last all the same; twice, it is the number itself. */
  readonly mirrored: (group: number) => number;
}

export function axesOf({ by }: BreakdownAsk, values: Values, periods: readonly Period[]): Axes {
  const tags = distinct(values.tagged.flatMap((each) => each.tags));
  const providers = distinct(values.channels.map(({ provider }) => provider));
  const markets = distinct(values.channels.flatMap(({ market }) => market ?? []));
  const sizes: Readonly<Record<DimensionName, number>> = {
    prompt: values.prompts.length,
    tag: tags.length + 1,
    model: values.models.length,
    company: values.companies.length,
    ...{ provider: providers.length, webSearch: 2, market: markets.length + 1, branded: 2 },
    ...{ day: periods.length, week: periods.length, month: periods.length },
  };
  const axes = axesOfSizes(by, sizes);
  const axisOf = new Map(axes.map((axis) => [axis.name, axis]));
  const time = axes.find(({ name }) => dimensions[name].of === 'time');
  const [onPrompt, onTag, onBranded] = [axisOf.get('prompt'), axisOf.get('tag'), axisOf.get('branded')];
  const [onModel, onCompany, onProvider] = [axisOf.get('model'), axisOf.get('company'), axisOf.get('provider')];
  const [onWebSearch, onMarket] = [axisOf.get('webSearch'), axisOf.get('market')];
  const companyStep = onCompany?.step ?? 0;
  const ofPieces = axes.filter(({ name }) => dimensions[name].of === 'time' || dimensions[name].of === 'channel');
  const modelPlaces = placesOf(values.models);
  const providerPlaces = placesOf(providers);
  const marketPlaces = placesOf(markets);
  const partOn = (group: number, axis: Axis | undefined) => (axis ? placeOn(group, axis) * axis.step : 0);
  return {
    period: (place) => place * (time?.step ?? 0),
    model: (id) => (modelPlaces.get(id) ?? 0) * (onModel?.step ?? 0),
    channel: ({ provider, webSearch, market }) =>
      (providerPlaces.get(provider) ?? 0) * (onProvider?.step ?? 0) +
      Number(webSearch) * (onWebSearch?.step ?? 0) +
      (market === null ? markets.length : (marketPlaces.get(market) ?? 0)) * (onMarket?.step ?? 0),
    company: new Map(values.companies.map(({ number }, place) => [number, place * companyStep])),
    prompts: codesOfPrompts(axes, values, tags),
    partsOf: (group) => {
      const piece = ofPieces.reduce((sum, axis) => sum + partOn(group, axis), 0);
      const slice = piece + partOn(group, onModel);
      const ofPrompts = group - slice - partOn(group, onCompany);
      const company = onCompany ? (values.companies[placeOn(group, onCompany)]?.number ?? 0) : null;
      return { piece, slice, ofPrompts, company };
    },
    withoutCompany: (group) => group - partOn(group, onCompany),
    promptOf: (group) => valueAt(values.prompts, group, onPrompt),
    keyOf: (group, prompt) => ({
      promptId: prompt?.name ?? null,
      prompt: prompt?.text ?? null,
      tag: valueAt(tags, group, onTag),
      model: valueAt(values.models, group, onModel),
      provider: valueAt(providers, group, onProvider),
      webSearch: valueAt(flags, group, onWebSearch),
      market: valueAt(markets, group, onMarket),
      branded: valueAt(flags, group, onBranded),
      company: valueAt(values.companies, group, onCompany)?.name ?? null,
      date: valueAt(periods, group, time)?.date ?? null,
    }),
    mirrored: (group) => axes.reduce((sum, axis) => sum + mirroredOn(axis, placeOn(group, axis)) * axis.step, 0),
  };
}

/** False comes before true. */
const flags = [false, true];

function placeOn(group: number, { step, size }: Axis): number {
  return Math.floor(group / step) % size;
}

/** Which of the values of a dimension a group has; `null`: it is not about one, or has none. */
function valueAt<Value>(ofAxis: readonly Value[], group: number, axis: Axis | undefined): Value | null {
  return axis ? (ofAxis[placeOn(group, axis)] ?? null) : null;
}

/** Of each name its place: a brand may have thousands of markets. */
function placesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, place) => [name, place]));
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byCodePoint);
}

function axesOfSizes(by: readonly DimensionName[], sizes: Readonly<Record<DimensionName, number>>): readonly Axis[] {
  let step = 1;
  return by
    .toReversed()
    .map((name): Axis => {
      const axis = { name, size: Math.max(1, sizes[name]), hasNull: name === 'tag' || name === 'market', step };
      step *= axis.size;
      return axis;
    })
    .toReversed();
}

function mirroredOn({ size, hasNull }: Axis, place: number): number {
  const last = hasNull ? size - 2 : size - 1;
  return place > last ? place : last - place;
}

/** Each prompt is in one group of each combination of its values. */
function codesOfPrompts(
  axes: readonly Axis[],
  values: Values,
  tags: readonly string[],
): readonly (readonly number[])[] {
  const ofTag = new Map(tags.map((tag, place) => [tag, place]));
  const codes: (readonly number[])[] = [];
  for (const { name, step } of axes) {
    if (dimensions[name].of !== 'prompt') continue;
    const isFirst = codes.length === 0;
    const put = (prompt: number, places: readonly number[]) => {
      const before = isFirst ? [0] : (codes[prompt] ?? []);
      codes[prompt] = before.flatMap((code) => places.map((place) => code + place * step));
    };
    if (name === 'prompt') for (const [place, prompt] of values.prompts.entries()) put(prompt, [place]);
    else if (name === 'branded')
      for (const { branded, prompts } of values.branded) for (const prompt of prompts) put(prompt, [Number(branded)]);
    else
      for (const { tags: carried, prompts } of values.tagged) {
        const places = carried.length === 0 ? [tags.length] : [...new Set(carried)].map((tag) => ofTag.get(tag) ?? 0);
        for (const prompt of prompts) put(prompt, places);
      }
  }
  return codes;
}
