// Who records: a key of an organization reaches its own brands, and all else is to it as if it did not exist. Pure.

import type { Fault } from '../../errors.js';
import type { Reach, State } from './state.js';

/** Whether a brand is one of those that `reach` reaches. */
export function reaches(reach: Reach, brand: { readonly id: string; readonly organizationId: string }): boolean {
  if (reach === null) return true;
  return brand.organizationId === reach.organizationId && (reach.brandIds?.includes(brand.id) ?? true);
}

/** Takes out of `state` what is out of reach: the brands that are `foreign`, with what is theirs. What is left of it is which ids are taken. */
export function hideUnreachable(state: State, foreign: ReadonlySet<string>): void {
  const { reach } = state;
  if (reach === null) return;
  for (const id of foreign) {
    state.brands.delete(id);
    state.taken.add(id);
  }
  for (const [id, { brandId }] of state.prompts) {
    if (state.brands.has(brandId)) continue;
    state.prompts.delete(id);
    state.taken.add(id);
  }
  for (const id of state.organizations) if (id !== reach.organizationId) state.organizations.delete(id);
}

/** Why the recorder may not record a thing with this id; none where it may. */
export function unreachableFaults(
  { reach, taken, brands }: State,
  { type, id }: { readonly type: 'organization' | 'brand' | 'prompt'; readonly id: string },
): readonly Fault[] {
  if (reach === null) return [];
  const isOwn = type === 'organization' && id === reach.organizationId && reach.brandIds === null;
  // A key that is limited to brands creates none, nor one of them again that it has deleted: it would be limited to nothing of it.
  const isBrand = type === 'brand' && (reach.brandIds === null || brands.has(id));
  const isFree = !taken.has(id) && (type === 'prompt' || isBrand);
  return isOwn || isFree ? [] : [{ field: 'id', message: `This key cannot record the ${type} ${JSON.stringify(id)}.` }];
}
