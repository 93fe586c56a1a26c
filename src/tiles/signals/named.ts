// Signals in order, with the names of what they are about: only those that are listed are named, and those that are equal to the last of them but for
// their names.

import type pg from 'pg';
import type { Budget } from '../../domain/budget.js';
import { byCodePoint } from '../../domain/metrics.js';
import {
  type Signal,
  type SignalAsk,
  type SignalSubject,
  type SubjectField,
  signalKinds,
  subjectFields,
} from '../../domain/signals/signals.js';
import type { Values } from '../breakdowns/values.js';
import { type NameAndText, readUnordered, type UnorderedAsk } from '../lists/names.js';
import type { Found } from './tests.js';

type Order = (one: Found, other: Found) => number;

// safe because these are its keys
const fields = Object.keys(subjectFields) as readonly SubjectField[];

const differenceOf = ({ before, after }: Found) => Math.abs(after - before);

const byFigures: Order = (one, other) =>
  one.q - other.q ||
  differenceOf(other) - differenceOf(one) ||
  signalKinds.indexOf(one.kind) - signalKinds.indexOf(other.kind) ||
  placeOf(one) - placeOf(other);

/** The brand comes first. */
function placeOf({ field }: Found): number {
  return field === null ? -1 : fields.indexOf(field);
}

/** The first `limit`, and those that are equal to the last of them but for what they are about. */
export function inOrder(found: readonly Found[], limit: number): readonly Found[] {
  const worst = Float64Array.from(found, ({ q }) => q).sort()[limit - 1] ?? 1;
  const ordered = found.filter(({ q }) => q <= worst).sort(byFigures);
  const last = ordered[limit - 1];
  return last ? ordered.filter((each, place) => place < limit || byFigures(each, last) === 0) : ordered;
}

interface Unnamed {
  readonly ask: SignalAsk;
  readonly values: Values;
  readonly found: readonly Found[];
}

/** The first signals of each ask with their names, in one statement. */
export async function nameAll(
  client: pg.ClientBase,
  all: readonly Unnamed[],
  budget: Budget,
): Promise<readonly (readonly Signal[])[]> {
  const asks = all.flatMap(({ ask, found }) =>
    (['promptId', 'domain'] as const).map((field): UnorderedAsk => {
      const ids = found.flatMap((each) => (each.field === field ? [Number(each.value)] : []));
      return { kind: field === 'domain' ? 'domains' : 'prompts', brandId: ask.question.brandId, ids };
    }),
  );
  const names = await readUnordered(client, asks, budget);
  return all.map(({ ask, values, found }, place) => {
    const nameOf = namer(values, { prompts: names[2 * place], domains: names[2 * place + 1] });
    const named = found.map((each) => ({ each, ...nameOf(each) }));
    named.sort((one, other) => byFigures(one.each, other.each) || byCodePoint(one.name, other.name));
    return named.slice(0, ask.limit).map(({ each: { kind, before, after, p, q }, subject }): Signal => {
      return { kind, subject, before, after, p, q };
    });
  });
}

const nobody: SignalSubject = {
  ...{ model: null, tag: null, market: null, promptId: null, prompt: null, company: null, domain: null },
};

type NamesOf = ReadonlyMap<number, NameAndText> | undefined;

function namer({ companies }: Values, { prompts, domains }: Readonly<Record<'prompts' | 'domains', NamesOf>>) {
  const companyOf = new Map(companies.map(({ number, name }) => [number, name]));
  return ({ field, value }: Found): { readonly name: string; readonly subject: SignalSubject } => {
    const id = Number(value);
    if (field === null) return { name: '', subject: nobody };
    if (field === 'promptId') {
      const { name = '', text = null } = prompts?.get(id) ?? {};
      return { name, subject: { ...nobody, promptId: name, prompt: text } };
    }
    const named = { company: companyOf.get(id), domain: domains?.get(id)?.name };
    const name = field === 'company' || field === 'domain' ? (named[field] ?? '') : String(value);
    return { name, subject: { ...nobody, [field]: name } };
  };
}
