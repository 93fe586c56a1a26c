// The page of that name.

import { Page } from '../../ui/page.js';

export function CompetitorsPage() {
  return <Page title="Competitors">{null}</Page>;
}
