// Signals in words: what each is about, where that leads, and what happened.

import type { Target } from '../../app/address.js';
import { labelOf, useBrand, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import { comparedOf, type View } from '../../data/view.js';
import type { SignalsQuery } from '../../documents/generated/overview.js';

export type Signal = SignalsQuery['brandAnalytics']['signals']['data'][number];

const kindTexts: Readonly<Record<Signal['kind'], string>> = {
  VISIBILITY: 'Visibility',
  PROMPT_VISIBILITY: 'Visibility on a prompt',
  SHARE_OF_VOICE: 'Share of voice',
  SOURCE: 'Answers that cite it',
};

/** What is compared. */
export function kindText({ kind, subject: { model, tag, market } }: Signal): string {
  const within = model ? ' on a model' : tag ? ' with a tag' : market ? ' in a market' : '';
  return kindTexts[kind] + within;
}

/** A text that somebody wrote, within a sentence. */
export const quoted = (text: string): string => `“${text}”`;

/** What a signal is about, and its page: that of a source which is no longer cited is in the window compared with. */
export function useSubjects() {
  const catalog = useCatalog();
  const brand = useBrand()?.name ?? 'the brand';
  const earlier = comparedOf(useAddress().view);
  return ({ kind, after, subject: { model, tag, market, promptId, prompt, company, domain } }: Signal) => {
    // `named` is the text within a sentence.
    const plain = (text: string, to: Target, named = text) => ({ text, named, to });
    if (promptId) return plain(prompt ?? '', { page: 'prompt', promptId }, quoted(prompt ?? ''));
    if (domain) {
      const view = after === 0 && earlier ? ({ period: earlier, compare: 'previous' } as const) : {};
      return plain(hostText(domain), { page: 'answers', params: { domain }, view });
    }
    if (company && company !== brand) return plain(company, { page: 'competitor', company });
    if (kind === 'SHARE_OF_VOICE') return plain(brand, { page: 'competitors' });
    const within = (text: string, view: Partial<View>, before: string) =>
      plain(text, { page: 'overview', view }, `${before} ${text}`);
    if (model) return within(labelOf(catalog, model), { model }, 'visibility on');
    if (tag) return within(tag, { tags: [tag] }, 'visibility with the tag');
    if (market) return within(market, { market }, 'visibility in');
    return plain(brand, { page: 'overview' }, 'visibility');
  };
}

/** The subject as a link. */
export function SubjectLink({ signal, isInSentence }: { readonly signal: Signal; readonly isInSentence?: boolean }) {
  const { text, named, to } = useSubjects()(signal);
  return (
    <Link to={to} title={text}>
      {isInSentence ? named : text}
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
