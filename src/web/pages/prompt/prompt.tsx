// The page of that name.

import { Page } from '../../ui/page.js';

export function PromptPage() {
  return <Page title="Prompt">{null}</Page>;
}
