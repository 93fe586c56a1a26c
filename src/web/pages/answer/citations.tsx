// The pages that an answer cites, numbered as its text cites them. Following one leaves no referrer.

import { Link } from '../../app/navigation.js';
import { addressText, hostText } from '../../data/host.js';
import type { WholeAnswer } from '../../documents/answer.js';
import type { Column } from '../../lists/column.js';
import { placeOf } from '../../markdown/citations.js';
import { ExternalLink } from '../../ui/external-link.js';

export function Citations({ citations }: Pick<WholeAnswer, 'citations'>) {
  return (
    <ol class="citations">
      {citations.map(({ index, url, domain, title }) => (
        <li key={index} id={placeOf(index + 1)} value={index + 1}>
          <ExternalLink href={url}>{title || addressText(url)}</ExternalLink>{' '}
          <Link class="quiet" to={{ page: 'sources', params: { search: hostText(domain) } }} title={domain}>
            {hostText(domain)}
          </Link>
        </li>
      ))}
    </ol>
  );
}

interface Cited {
  readonly answer: WholeAnswer;
  readonly citation: WholeAnswer['citations'][number] | null;
}

/** The answer with each of its citations; with none, a row of its own. */
export const cited = ({ promptRun: answer }: { readonly promptRun: WholeAnswer }): readonly Cited[] =>
  answer.citations.length > 0
    ? answer.citations.map((citation) => ({ answer, citation }))
    : [{ answer, citation: null }];

export const columns: readonly Column<Cited>[] = [
  { label: 'Answer id', value: ({ answer }) => answer.id },
  { label: 'Time', value: ({ answer }) => answer.createdAt },
  { label: 'Model', value: ({ answer }) => answer.model },
  { label: 'Text', value: ({ answer }) => answer.answer.text ?? null },
  { label: 'URL', value: ({ citation }) => citation?.url ?? null },
  { label: 'Domain', value: ({ citation }) => citation?.domain ?? null },
  { label: 'Title', value: ({ citation }) => citation?.title ?? null },
];
