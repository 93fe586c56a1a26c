// The address of a long list over REST.

import type { ListKind, ListQuestion } from '../naive/lists/lists.js';
import { restPath } from '../rest.js';

const segments: Readonly<Record<ListKind, string>> = {
  prompts: 'prompt-performance',
  domains: 'citations/domains',
  urls: 'citations/urls',
  queries: 'query-fanout',
};

export function listPath({ kind, ...question }: ListQuestion): string {
  return restPath(`brands/:brandId/${segments[kind]}`, question);
}
