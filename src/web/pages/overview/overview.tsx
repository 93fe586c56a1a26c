// The page of that name.

import { Page } from '../../ui/page.js';

export function OverviewPage() {
  return <Page title="Overview">{null}</Page>;
}
