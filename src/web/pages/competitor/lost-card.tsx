// The answers that name a competitor and not the brand, counted by places that they may be of: prompts, models, sources or queries.

import type { Target } from '../../app/address.js';
import { Link } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import type { RunArguments } from '../../data/view.js';
import { type Counts, countsOf, documentOfCounts, type Place } from '../../documents/pages.js';
import { AnswersLink, Meter } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Card } from '../../ui/card.js';
import { percent, whole } from '../../ui/format.js';

/** With what selects its answers in an address. */
interface LostPlace extends Place, Pick<Target, 'params' | 'view'> {
  readonly id: string;
  readonly text: string;
  /** Its own page. */
  readonly to?: Target;
}

export interface LostCardProps {
  readonly id: string;
  readonly title: string;
  readonly noun: string;
  /** Which places are counted. */
  readonly help: string;
  /** What is said where none has such answers. */
  readonly empty: string;
  readonly places: readonly LostPlace[];
  readonly company: string;
  /** The answers that the places are of. */
  readonly runs: RunArguments;
}

type Row = LostPlace & { readonly count: number };

export function LostCard({ noun, help, company, runs, places, ...card }: LostCardProps) {
  const query = useQuery(documentOfCounts(places.length), countsOf(runs, company, places));
  const lost = query.data?.all?.total ?? 0;
  const rowsOf = (counts: Counts): readonly Row[] =>
    places
      .map((place, index) => ({ ...place, count: counts[`c${index}`]?.total ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count);
  const columns: readonly Column<Row>[] = [
    { label: noun, value: ({ text }) => text, cell: ({ text, to }) => (to ? <Link to={to}>{text}</Link> : text) },
    {
      label: 'Answers',
      help: `Answers that name ${company} and not us.`,
      cell: ({ count, params, view }) => (
        <Meter value={count / lost}>
          <AnswersLink count={count} of={{ ...params, company, outcome: 'GAP' }} view={view}>
            {whole(count)}
          </AnswersLink>{' '}
          <small class="quiet">{percent(count / lost)}</small>
        </Meter>
      ),
      values: { Answers: ({ count }) => count, Share: ({ count }) => count / lost },
    },
  ];
  return <Card {...card} isHalf note={help} query={query} rowsOf={rowsOf} columns={columns} noun="rows" />;
}
