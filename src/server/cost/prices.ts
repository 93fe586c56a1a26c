// What the fields of a document cost: the prices of what is read for them, and the stored sizes that these depend on.

import type { SizeColumn } from '../../loaders/sizes.js';
import { type FieldCost, type Need, type Price, priceOf } from '../../schema/builder/cost.js';
import type { listOf } from '../../schema/builder/field-options.js';
import type { Sum, Term } from './cost-sum.js';

/** The stored sizes that a cost depends on. */
export type Use = SizeColumn | 'models' | 'brands';

/** The prices of the parts that are read for a field, each once. */
export function partsRead(
  { isRead, readsOwn, list }: FieldCost & { readonly list: ReturnType<typeof listOf> },
  own: readonly Need[],
  { needs }: { readonly needs: ReadonlySet<Need> },
): readonly Price[] {
  const read = new Set([...(readsOwn ? own : []), ...(isRead ? needs : [])]);
  return [...read].map((need) => priceOf(need, list));
}

/** The sum of several prices. */
export function total(prices: readonly Price[]): Price {
  const all: Record<string, number> & Price = { base: 0 };
  for (const price of prices)
    for (const [part, units] of Object.entries<number>({ perPromptFiltered: price.perPrompt ?? 0, ...price }))
      all[part] = (all[part] ?? 0) + units;
  return all;
}

/** The stored sizes that a field depends on. */
export function usesOf({ size, price }: Term): readonly Use[] {
  const uses: Use[] = [];
  if (size === 'companies' || size === 'competitors' || size === 'models' || size === 'brands') uses.push(size);
  if (size === 'brandPage') uses.push('brands');
  const isOfChosen = price?.perChosen || price?.perChosenDay || price?.perChosenComparedDay;
  if (size === 'days' || price?.perDay || price?.perComparedDay || isOfChosen) uses.push('span');
  if (price?.perCompany) uses.push('companies');
  if (price?.perModel) uses.push('models');
  if (price?.perPrompt || price?.perPromptFiltered || isOfChosen) uses.push('prompts');
  if (price?.perDomain) uses.push('domains');
  if (price?.perUrl) uses.push('urls');
  if (price?.perQuery) uses.push('queries');
  return uses;
}

/** The cost of one field, and a term for everything evaluated later. */
export function sumOf(term: Term, own: number): Sum {
  const { base, ...varying } = term.price ?? { base: 0 };
  const hasOnePrice = Object.values(varying).every((each) => each === 0) && term.variables.length === 0;
  const isFixed = !term.size && hasOnePrice && term.sum.terms.length === 0;
  return isFixed ? { fixed: own + base + term.sum.fixed, terms: [] } : { fixed: own, terms: [term] };
}
