// Against whom, and on which model: shares of voice, and the visibility of the brand within each model, as bars.

import type { Target } from '../../app/address.js';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { companiesDocument } from '../../documents/overview.js';
import { readText } from '../../lists/answers-link.js';
import { type Bounded, boundsOf, boundsText, boundsValues } from '../../ui/bounds.js';
import { Card } from '../../ui/card.js';
import { counted, percent, whole } from '../../ui/format.js';
import { namesNobody, noAnswer } from '../../ui/notice.js';

const maxShown = 8;

/** The first; else the brand takes the last place. */
function firstOf<Row extends { readonly isBrand: boolean }>(all: readonly Row[]): readonly Row[] {
  const others = all.findIndex(({ isBrand }) => isBrand) < maxShown ? maxShown : maxShown - 1;
  return all.filter(({ isBrand }, index) => isBrand || index < others);
}

/** Both cards: of the answers to a prompt, or of all. */
export function Companies({ promptId = '' }: { readonly promptId?: string }) {
  const { view } = useAddress();
  const brand = useBrand();
  const tracked = brand?.competitors.length ?? 0;
  const query = useQuery(companiesDocument, runsOf(view, promptId));
  return (
    <>
      <Card
        id="companies"
        isHalf
        title="Share of voice"
        note="Mentions of each company, of all mentions."
        query={query}
        rowsOf={({ brandAnalytics }) => brandAnalytics.shareOfVoice.entries}
        columns={[
          { label: 'Company', value: ({ name }) => name },
          { label: 'Share of voice', value: ({ share }) => share },
          { label: 'Mentions', values: { Mentions: ({ mentions }) => mentions, ...boundsValues } },
        ]}
        minHeight={`calc(${Math.min(maxShown, tracked + 1)} * var(--bar-height) + ${tracked < maxShown ? 0 : 29}px)`}
        empty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0 && namesNobody}
        footer={<Link to={{ page: 'competitors' }}>All companies, over time and by model</Link>}
      >
        {({ brandAnalytics: { shareOfVoice } }, all) => (
          <>
            <ul class="bars" aria-label="Share of voice by company">
              {firstOf(all).map((each) => (
                <Bar
                  {...each}
                  label={each.name}
                  key={each.name}
                  value={each.share}
                  of={counted(shareOfVoice.allMentions, 'mention')}
                  to={{ page: 'answers', params: { prompt: promptId, company: each.name } }}
                />
              ))}
            </ul>
            {all.length > maxShown && (
              <p class="quiet spaced">
                {maxShown} of {counted(all.length, 'company', 'companies')} are shown.
              </p>
            )}
          </>
        )}
      </Card>
      <Card
        id="models"
        isHalf
        title="Visibility by model"
        note={`Share of each model’s answers that mention ${brand?.name ?? 'the brand'}.`}
        query={query}
        rowsOf={({ brandAnalytics }) => brandAnalytics.models}
        columns={[
          { label: 'Model', value: ({ label }) => label },
          { label: 'Visibility', value: ({ visibility }) => visibility },
          { label: 'Mentions', value: ({ brandMentions }) => brandMentions },
          { label: 'Answers', values: { Answers: ({ runs }) => runs, ...boundsValues } },
          { label: 'Position', value: ({ position }) => position.average },
        ]}
        minHeight="0px"
        empty={noAnswer(view)}
        footer={
          <>
            <Link to={{ page: 'competitors' }}>Companies within each model</Link>
            <span class="quiet">Models with most answers first</span>
          </>
        }
      >
        {(_, models) => (
          <ul class="bars" aria-label="Visibility by model">
            {models.map((each) => (
              <Bar
                {...each}
                isBrand
                key={each.label}
                value={each.visibility}
                mentions={each.brandMentions}
                of={counted(each.runs, 'answer')}
                to={{
                  page: 'answers',
                  params: { prompt: promptId, outcome: 'MENTIONED' },
                  view: { model: each.model },
                }}
              />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

interface BarProps extends Bounded {
  readonly label: string;
  readonly isBrand: boolean;
  /** The share that the mentions are; `null` has no bar. */
  readonly value: number | null;
  readonly mentions: number;
  /** What they are a share of. */
  readonly of: string;
  /** The answers with the mentions. */
  readonly to: Target;
}

const across = (share: number) => `${100 * share}%`;

/** A share with its interval, of a whole that is as wide as the list: as an element, which can be selected and read aloud. */
function Bar({ label, isBrand, value, mentions, of, to, ...figure }: BarProps) {
  const bounds = boundsOf(figure);
  const note = `${whole(mentions)} of ${of}, ${boundsText(figure)}.${mentions > 0 ? ` ${readText(mentions)}` : ''}`;
  return (
    <li class={isBrand ? 'strong' : undefined} title={`${label}: ${note}`}>
      <span class="bar-name" dir="auto">
        {mentions > 0 ? <Link to={to}>{label}</Link> : label}
      </span>
      <span class="bar-track" aria-hidden="true">
        {value !== null && <span class="bar-fill" style={{ width: across(value) }} />}
        {bounds && (
          <span class="bar-interval" style={{ left: across(bounds.low), width: across(bounds.high - bounds.low) }} />
        )}
      </span>
      <span class="bar-figure">{percent(value)}</span>
      <span class="visually-hidden">{note}</span>
    </li>
  );
}
