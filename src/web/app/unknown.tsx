// Shown where the address names a brand that the key cannot read, or a model that there is not: every card would say so.

import { Notice } from '../ui/notice.js';
import { useCatalog } from './catalog.js';
import { useAddress } from './navigation.js';

const maxShown = 12;

/** A notice with the brands that can be opened instead. */
export function UnknownBrand({ id }: { readonly id: string }) {
  const { brands } = useCatalog();
  const { changeView } = useAddress();
  const actions = brands.slice(0, maxShown).map(({ id: other, name }) => (
    <button type="button" class="button" key={other} onClick={() => changeView({ brand: other, tags: [] })}>
      {name}
    </button>
  ));
  return (
    <Notice title="This key cannot read that brand" actions={actions}>
      There is no brand “{id}” that this key can read. {brands.length === 1 ? 'It can read this one:' : 'Open another:'}
    </Notice>
  );
}

/** A notice that takes the filter away. */
export function UnknownModel({ id }: { readonly id: string }) {
  const { changeView } = useAddress();
  const showAll = (
    <button type="button" class="button primary" onClick={() => changeView({ model: '' })}>
      Show all models
    </button>
  );
  return (
    <Notice title="There is no such model" actions={showAll}>
      No model has the id “{id}”.
    </Notice>
  );
}
