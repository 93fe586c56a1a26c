// The pages that an answer cites, folded, because there may be many. Following one leaves no referrer.

import { Link } from '../../app/navigation.js';
import { ExternalLink } from '../../ui/external-link.js';
import { counted } from '../../ui/format.js';
import type { Table } from '../../ui/table-data.js';
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

/** The answer with each of its citations; with none, a row of its own. */
export function citationTable({ id, createdAt, model, answer, citations }: WholeAnswer): Table {
  const rows = citations.length > 0 ? citations : [{ url: null, domain: null, title: null }];
  return {
    columns: ['Answer id', 'Time', 'Model', 'Text', 'URL', 'Domain', 'Title'],
    rows: rows.map(({ url, domain, title }) => [id, createdAt, model, answer.text ?? null, url, domain, title]),
  };
}
