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
import { type Column, tableOf } from '../../lists/column.js';
import { Card } from '../../ui/card.js';
import { counted, interval, percent, whole } from '../../ui/format.js';

type Figures = Complete<CompaniesQuery>['brandAnalytics'];

const maxShown = 8;

/** Else the brand takes the last place. */
const isAmongFirst = (all: readonly { readonly isBrand: boolean }[]) =>
  all.findIndex(({ isBrand }) => isBrand) < maxShown;

const companyValues: readonly Column<Figures['shareOfVoice']['entries'][number]>[] = [
  {
    id: 'company',
    label: 'Company',
    values: {
      Company: ({ name }) => name,
      'Share of voice': ({ share }) => share,
      Mentions: ({ mentions }) => mentions,
      'Interval low': (each) => boundsOf(each)?.low ?? null,
      'Interval high': (each) => boundsOf(each)?.high ?? null,
    },
  },
];

const modelValues: readonly Column<Figures['models'][number]>[] = [
  {
    id: 'model',
    label: 'Model',
    values: {
      Model: ({ label }) => label,
      Visibility: ({ visibility }) => visibility,
      Mentions: ({ brandMentions }) => brandMentions,
      Answers: ({ runs }) => runs,
      'Interval low': (each) => boundsOf(each)?.low ?? null,
      'Interval high': (each) => boundsOf(each)?.high ?? null,
      Position: ({ position }) => position.average,
    },
  },
];

interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** For prompts like these; of one prompt, for further answers to it. */
const boundsOf = (each: { readonly robustInterval: Bounds | null; readonly interval: Bounds | null }) =>
  each.robustInterval ?? each.interval;

interface CompaniesProps {
  /** Empty: of the brand. */
  readonly promptId?: string;
}

/** Both cards, of one answer. */
export function Companies({ promptId = '' }: CompaniesProps) {
  const { view } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const tracked = useBrand()?.competitors.length ?? 0;
  const query = useQuery(companiesDocument, runsOf(view, promptId));
  return (
    <>
      <Card
        id="companies"
        title="Share of voice"
        note="Mentions of each company, of all mentions."
        query={query}
        minHeight={`calc(${Math.min(maxShown, tracked + 1)} * var(--bar-height) + ${tracked < maxShown ? 0 : 29}px)`}
        isEmpty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0}
        empty="No company is mentioned in the answers of this window."
        hasPicture
        table={({ brandAnalytics }) => tableOf(companyValues, brandAnalytics.shareOfVoice.entries)}
        footer={<Link to={{ page: 'competitors' }}>All companies, over time and by model</Link>}
      >
        {({ brandAnalytics: { shareOfVoice } }) => (
          <>
            <Bars
              label="Share of voice by company"
              rows={shareOfVoice.entries
                .filter(({ isBrand }, index, all) => isBrand || index < (isAmongFirst(all) ? maxShown : maxShown - 1))
                .map((each) => ({
                  id: each.name,
                  label: each.name,
                  isStrong: each.isBrand,
                  value: each.share,
                  low: boundsOf(each)?.low ?? null,
                  high: boundsOf(each)?.high ?? null,
                  text: percent(each.share),
                  ...(each.mentions === 0
                    ? {}
                    : { to: { page: 'answers', params: { prompt: promptId, company: each.name } } as const }),
                  note: `${whole(each.mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}, 95% interval ${interval(boundsOf(each))}. ${readText(each.mentions)}`,
                }))}
            />
            {shareOfVoice.entries.length > maxShown && (
              <p class="quiet spaced">
                {maxShown} of {counted(shareOfVoice.entries.length, 'company', 'companies')} are shown.
              </p>
            )}
          </>
        )}
      </Card>
      <Card
        id="models"
        title="Visibility by model"
        note={`Share of each model’s answers that mention ${brand}.`}
        query={query}
        minHeight="0px"
        isEmpty={({ brandAnalytics }) => brandAnalytics.models.length === 0}
        empty="No model has answers in this window."
        hasPicture
        table={({ brandAnalytics }) => tableOf(modelValues, brandAnalytics.models)}
        footer={<Link to={{ page: 'competitors' }}>Companies within each model</Link>}
      >
        {({ brandAnalytics: { models } }) => (
          <Bars
            label="Visibility by model"
            rows={models.map((each) => ({
              id: each.model,
              label: each.label,
              isStrong: true,
              value: each.visibility,
              low: boundsOf(each)?.low ?? null,
              high: boundsOf(each)?.high ?? null,
              text: percent(each.visibility),
              to: {
                page: 'answers',
                params: { prompt: promptId, outcome: 'MENTIONED' },
                view: { model: each.model },
              },
              note: `${whole(each.brandMentions)} of ${counted(each.runs, 'answer')}, 95% interval ${interval(boundsOf(each))}. ${readText(each.brandMentions)}`,
            }))}
          />
        )}
      </Card>
    </>
  );
}
