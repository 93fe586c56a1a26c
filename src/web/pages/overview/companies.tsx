// Against whom, and on which model: shares of voice, and the visibility of the brand within each model.

import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { Bars } from '../../charts/bars.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import type { CompaniesQuery } from '../../documents/generated/overview.js';
import { companiesDocument } from '../../documents/overview.js';
import { readText } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { Card } from '../../ui/card.js';
import { type Bounded, boundsOf, boundsText, boundsValues, counted, percent, whole } from '../../ui/format.js';
import { namesNobody, noAnswer } from '../../ui/notice.js';

type Figures = Complete<CompaniesQuery>['brandAnalytics'];
type Company = Figures['shareOfVoice']['entries'][number];
type Model = Figures['models'][number];

const maxShown = 8;

/** Else the brand takes the last place. */
const isAmongFirst = (all: readonly Company[]) => all.findIndex(({ isBrand }) => isBrand) < maxShown;

const companyValues: readonly Column<Company>[] = [
  { label: 'Company', value: ({ name }) => name },
  { label: 'Share of voice', value: ({ share }) => share },
  { label: 'Mentions', values: { Mentions: ({ mentions }) => mentions, ...boundsValues } },
];

const modelValues: readonly Column<Model>[] = [
  { label: 'Model', value: ({ label }) => label },
  { label: 'Visibility', value: ({ visibility }) => visibility },
  { label: 'Mentions', value: ({ brandMentions }) => brandMentions },
  { label: 'Answers', values: { Answers: ({ runs }) => runs, ...boundsValues } },
  { label: 'Position', value: ({ position }) => position.average },
];

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
        columns={companyValues}
        minHeight={`calc(${Math.min(maxShown, tracked + 1)} * var(--bar-height) + ${tracked < maxShown ? 0 : 29}px)`}
        empty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0 && namesNobody}
        footer={<Link to={{ page: 'competitors' }}>All companies, over time and by model</Link>}
      >
        {({ brandAnalytics: { shareOfVoice } }, all) => (
          <>
            <Bars
              label="Share of voice by company"
              rows={all
                .filter(({ isBrand }, index) => isBrand || index < (isAmongFirst(all) ? maxShown : maxShown - 1))
                .map((each) => ({
                  label: each.name,
                  isStrong: each.isBrand,
                  ...barOf(each, each.share, each.mentions, counted(shareOfVoice.allMentions, 'mention')),
                  ...(each.mentions > 0 && {
                    to: { page: 'answers', params: { prompt: promptId, company: each.name } },
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
        columns={modelValues}
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
              ...barOf(each, each.visibility, each.brandMentions, counted(each.runs, 'answer')),
              ...(each.brandMentions > 0 && {
                to: {
                  page: 'answers',
                  params: { prompt: promptId, outcome: 'MENTIONED' },
                  view: { model: each.model },
                },
              }),
            }))}
          />
        )}
      </Card>
    </>
  );
}

/** A share of mentions of all, with its interval. */
const barOf = (each: Bounded, value: number | null, mentions: number, all: string) => ({
  value,
  bounds: boundsOf(each),
  text: percent(value),
  note: `${whole(mentions)} of ${all}, ${boundsText(each)}.${mentions > 0 ? ` ${readText(mentions)}` : ''}`,
});
