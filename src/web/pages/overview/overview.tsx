// The overview: how visible the brand is, how that changed, what moved, where it loses, against whom and on which model.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { comparedOf } from '../../data/view.js';
import { Page } from '../../ui/page.js';
import { Companies } from './companies.js';
import { Headline } from './headline.js';
import { Gaps, Movers } from './ranked.js';
import { Tiles } from './tiles.js';
import { Trend } from './trend.js';

export function OverviewPage() {
  const { view } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  return (
    <Page title="Overview" lead={`How AI answers speak of ${brand}.`}>
      {comparedOf(view) && <Headline />}
      <Tiles />
      <Trend />
      <Gaps />
      {view.compare !== 'none' && <Movers />}
      <Companies />
    </Page>
  );
}
