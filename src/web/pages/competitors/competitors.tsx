// The competitors: everybody over time, side by side, and within each model.

import { useBrand } from '../../app/catalog.js';
import { Page } from '../../ui/page.js';
import { PivotCard } from '../breakdown/pivot.js';
import { CompanyTrend } from './company-trend.js';
import { Standings } from './standings.js';

export function CompetitorsPage() {
  const brand = useBrand()?.name ?? 'the brand';
  const lead = `Whom the answers name beside ${brand}: how often, how well, how early, and on which model.`;
  return (
    <Page title="Competitors" lead={lead}>
      <CompanyTrend />
      <Standings />
      <PivotCard id="company-models" title="Companies by model" by={['COMPANY', 'MODEL']} />
    </Page>
  );
}
