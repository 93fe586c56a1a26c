// Shown in place of a page if the address names a model that there is not: every card would say so.

import { Notice } from '../ui/notice.js';
import { useAddress } from './navigation.js';

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
