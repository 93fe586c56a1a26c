// The page of that name.

import { Page } from '../../ui/page.js';

export function PromptsPage() {
  return <Page title="Prompts">{null}</Page>;
}
