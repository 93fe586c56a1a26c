// The page of that name.

import { Page } from '../../ui/page.js';

export function SourcesPage() {
  return <Page title="Sources">{null}</Page>;
}
