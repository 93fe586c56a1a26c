// Which domains are new in this window, and which ones are cited no more.

import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { type Query, useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { DomainMovesQuery } from '../../documents/generated/sources.js';
import { domainMovesDocument, stillCitedDocument } from '../../documents/sources.js';
import { Card } from '../../ui/card.js';
import { counted } from '../../ui/format.js';

type MovesQuery = Query<Complete<DomainMovesQuery>>;
type Moves = NonNullable<DomainMovesQuery['brandAnalytics']>;

interface Move {
  readonly domain: string;
  readonly citations: number;
}

const maxShown = 5;
/** Stands where there is no candidate: no domain contains it. */
const noDomain = '|';

/** The card. Where so many domains are cited that a lost one may be below those that were loaded, it asks for each. */
export function MovesCard() {
  const { view } = useAddress();
  const query = useQuery(domainMovesDocument, filterOf(view));
  if (!query.data) return <MovesView query={query} lost={[]} />;
  const { now } = query.data.brandAnalytics;
  const candidates = lostCandidates(query.data.brandAnalytics);
  if (now.pagination.total <= now.data.length || candidates.length === 0)
    return <MovesView query={query} lost={candidates} />;
  return <CheckedMoves query={query} candidates={candidates} />;
}

interface CheckedMovesProps {
  readonly query: MovesQuery;
  readonly candidates: readonly Move[];
}

function CheckedMoves({ query, candidates }: CheckedMovesProps) {
  const { view } = useAddress();
  const [a = noDomain, b = noDomain, c = noDomain, d = noDomain, e = noDomain] = candidates.map(({ domain }) => domain);
  const check = useQuery(stillCitedDocument, { ...filterOf(view), a, b, c, d, e });
  if (!check.data) return <MovesView query={query} lost={null} />;
  const cited = new Set(
    Object.values(check.data.brandAnalytics).flatMap(({ data }) => data.map(({ domain }) => domain)),
  );
  return <MovesView query={query} lost={candidates.filter(({ domain }) => !cited.has(domain))} />;
}

interface MovesViewProps {
  readonly query: MovesQuery;
  /** Null: not known yet. */
  readonly lost: readonly Move[] | null;
}

function MovesView({ query, lost }: MovesViewProps) {
  return (
    <Card
      id="moves"
      size="wide"
      title="New and lost domains"
      note="Cited in this window and not in the one before, and the other way round: those with most citations. Few citations come and go by chance."
      query={query}
      isEmpty={({ brandAnalytics }) => (brandAnalytics.previous?.totals.runs ?? 0) === 0}
      empty="The window before has no answers to compare with."
      table={({ brandAnalytics }) => ({
        columns: ['Domain', 'What', 'Citations'],
        rows: [
          ...newOf(brandAnalytics).map(({ domain, citations }) => [domain, 'new', citations]),
          ...(lost ?? []).map(({ domain, citations }) => [domain, 'lost', citations]),
        ],
      })}
      hasPicture
    >
      {({ brandAnalytics }) => (
        <div class="two-lists">
          <MoveList title="New" moves={newOf(brandAnalytics)} none="No domain is new." when="now" />
          <MoveList
            title="Lost"
            moves={lost ?? []}
            none={lost ? 'None of the domains cited most before was lost.' : 'Loading …'}
            when="before"
          />
        </div>
      )}
    </Card>
  );
}

const newOf = ({ newest }: Moves): readonly Move[] => newest.data.filter(({ isNew }) => isNew).slice(0, maxShown);

/** Domains of the window before that are not among the first of this one. */
function lostCandidates({ now, previous }: Moves): readonly Move[] {
  const first = new Set(now.data.map(({ domain }) => domain));
  return (previous?.citedDomains.data ?? []).filter(({ domain }) => !first.has(domain)).slice(0, maxShown);
}

interface MoveListProps {
  readonly title: string;
  readonly moves: readonly Move[];
  readonly none: string;
  readonly when: 'now' | 'before';
}

function MoveList({ title, moves, none, when }: MoveListProps) {
  return (
    <div>
      <h3>{title}</h3>
      {moves.length === 0 && <p class="quiet">{none}</p>}
      <ul class="moves">
        {moves.map(({ domain, citations }) => (
          <li key={domain}>
            {when === 'now' ? <Link to={{ page: 'sources', params: { search: domain } }}>{domain}</Link> : domain}
            <span class="quiet">
              {counted(citations, 'citation')} {when}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
