// Against whom, and on which model: shares of voice, and the visibility of the brand within each model.

import type { Target } from '../../app/address.js';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { Bars } from '../../charts/bars.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { companiesDocument } from '../../documents/overview.js';
import { readText } from '../../lists/answers-link.js';
import { Card } from '../../ui/card.js';
import { type Bounded, boundsOf, boundsText, boundsValues, counted, percent, whole } from '../../ui/format.js';
import { namesNobody, noAnswer } from '../../ui/notice.js';

const maxShown = 8;

/** The first; else the brand takes the last place. */
const isShown = (
  { isBrand }: { readonly isBrand: boolean },
  index: number,
  all: readonly { readonly isBrand: boolean }[],
) => isBrand || index < (all.findIndex((each) => each.isBrand) < maxShown ? maxShown : maxShown - 1);

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
            <Bars
              label="Share of voice by company"
              rows={all.filter(isShown).map((each) => ({
                label: each.name,
                isStrong: each.isBrand,
                ...barOf(each, each.share, each.mentions, counted(shareOfVoice.allMentions, 'mention'), {
                  page: 'answers',
                  params: { prompt: promptId, company: each.name },
                }),
              }))}
            />
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
          <Bars
            label="Visibility by model"
            rows={models.map((each) => ({
              label: each.label,
              isStrong: true,
              ...barOf(each, each.visibility, each.brandMentions, counted(each.runs, 'answer'), {
                page: 'answers',
                params: { prompt: promptId, outcome: 'MENTIONED' },
                view: { model: each.model },
              }),
            }))}
          />
        )}
      </Card>
    </>
  );
}

/** A share of mentions of all, with its interval, which leads to them if there are some. */
const barOf = (each: Bounded, value: number | null, mentions: number, all: string, to: Target) => ({
  value,
  ...(mentions > 0 && { to }),
  bounds: boundsOf(each),
  text: percent(value),
  note: `${whole(mentions)} of ${all}, ${boundsText(each)}.${mentions > 0 ? ` ${readText(mentions)}` : ''}`,
});
