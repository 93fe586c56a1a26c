// The page of that name.

import { Page } from '../../ui/page.js';

export function AnswersPage() {
  return <Page title="Answers">{null}</Page>;
}
