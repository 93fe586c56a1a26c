// Signals in words: what each is about, where that leads, and what happened.

import type { Target } from '../../app/address.js';
import { labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { hostText } from '../../data/host.js';
import type { SignalsQuery } from '../../documents/generated/signals.js';

export type Signal = Complete<SignalsQuery>['brandAnalytics']['signals']['data'][number];

/** What is compared. */
export const kindTexts: Readonly<Record<Signal['kind'], string>> = {
  VISIBILITY: 'Visibility',
  PROMPT_VISIBILITY: 'Visibility on a prompt',
  SHARE_OF_VOICE: 'Share of voice',
  SOURCE: 'Answers that cite it',
};

interface Subject {
  readonly text: string;
  readonly to: Target;
}

/** What a signal is about, and its page. */
export function useSubjects(): (signal: Signal) => Subject {
  const catalog = useCatalog();
  const brand = useBrand()?.name ?? 'the brand';
  return ({ kind, subject: { model, tag, market, promptId, prompt, company, domain } }) => {
    if (promptId) return { text: prompt ?? '', to: { page: 'prompt', promptId } };
    if (domain) return { text: hostText(domain), to: { page: 'answers', params: { domain } } };
    if (company) return { text: company, to: { page: 'competitor', company } };
    if (kind === 'SHARE_OF_VOICE') return { text: brand, to: { page: 'competitors' } };
    if (model) return { text: labelOf(catalog, model), to: { page: 'overview', view: { model } } };
    if (tag) return { text: tag, to: { page: 'overview', view: { tags: [tag] } } };
    if (market) return { text: market, to: { page: 'overview', view: { market } } };
    return { text: brand, to: { page: 'overview' } };
  };
}

/** The subject as a link. */
export function SubjectLink({ signal }: { readonly signal: Signal }) {
  const { text, to } = useSubjects()(signal);
  return (
    <Link to={to} title={text}>
      {text}
    </Link>
  );
}

/** `gained`, `is newly cited`: what happened to the subject. */
export function verbOf({ kind, before, after, difference }: Signal): string {
  if (kind === 'SOURCE') {
    if (before === 0) return 'is newly cited';
    if (after === 0) return 'is no longer cited';
    return difference > 0 ? 'is cited more' : 'is cited less';
  }
  if (kind === 'SHARE_OF_VOICE') return difference > 0 ? 'gained share of voice' : 'lost share of voice';
  return difference > 0 ? 'up' : 'down';
}
