// The pages that an answer cites, numbered as its text cites them. Following one leaves no referrer.

import { Link } from '../../app/navigation.js';
import { hostText } from '../../data/host.js';
import { placeOf } from '../../markdown/citations.js';
import { ExternalLink } from '../../ui/external-link.js';
import type { Table } from '../../ui/table-data.js';
import type { WholeAnswer } from './whole-answer.js';

export function Citations({ citations }: Pick<WholeAnswer, 'citations'>) {
  return (
    <ol class="citations">
      {citations.map(({ index, url, domain, title }) => (
        <li key={index} id={placeOf(index + 1)} value={index + 1}>
          <ExternalLink href={url}>{title || url}</ExternalLink>{' '}
          <Link class="quiet" to={{ page: 'sources', params: { search: domain } }} title={domain}>
            {hostText(domain)}
          </Link>
        </li>
      ))}
    </ol>
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
