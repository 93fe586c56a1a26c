// The page of that name.

import { Page } from '../../ui/page.js';

export function AnswerPage() {
  return <Page title="Answer">{null}</Page>;
}
