// The page of that name.

import { Page } from '../../ui/page.js';

export function SearchesPage() {
  return <Page title="Searches">{null}</Page>;
}
