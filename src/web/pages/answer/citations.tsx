// The pages that an answer cites, folded, because there may be many. Following one leaves no referrer.

import { Link } from '../../app/navigation.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted } from '../../ui/format.js';
import type { WholeAnswer } from './whole-answer.js';

export function Citations({ citations }: Pick<WholeAnswer, 'citations'>) {
  if (citations.length === 0) return <p class="quiet">This answer cites no source.</p>;
  return (
    <details class="citations">
      <summary>{counted(citations.length, 'citation')}</summary>
      <ol>
        {citations.map(({ index, url, domain, title }) => (
          <li key={index}>
            <ExternalLink href={url}>{title || url}</ExternalLink>{' '}
            <Link class="quiet" to={{ page: 'sources', params: { search: domain } }}>
              {domain}
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
