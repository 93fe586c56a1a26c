// One prompt: how visible the brand is in its answers, over time and by model, who else is named, and what is cited.

import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { promptFiguresDocument } from '../../documents/prompt.js';
import { Badge } from '../../lists/badge.js';
import { Page, SkeletonPage } from '../../ui/page.js';
import { AnswersCard } from '../answers/answers-card.js';
import { CompaniesCard, ModelsCard, SourcesCard } from './breakdowns.js';
import { FiguresCard } from './figures.js';
import { promptBucket } from './prompt-bucket.js';
import { TrendCard } from './trend.js';

export function PromptPage() {
  const { route } = useAddress();
  if (route.page !== 'prompt') return null;
  return <PromptOf promptId={route.promptId} />;
}

function PromptOf({ promptId }: { readonly promptId: string }) {
  const { view } = useAddress();
  const brand = useBrand();
  const filter = filterOf(view);
  const { brandId: _, tags: __, ...window } = filter;
  const query = useQuery(promptFiguresDocument, {
    promptId,
    ...window,
    timeZone: view.timeZone,
    bucket: promptBucket(view),
  });
  const prompt = query.data?.prompt;
  // The length of its text decides where all else stands.
  if (!prompt && query.isLoading) return <SkeletonPage />;
  return (
    <Page
      title={prompt?.text ?? 'Prompt'}
      lead={
        <span class="lead-line">
          <Link to={{ page: 'prompts' }}>All prompts</Link>
          {prompt?.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      }
    >
      <FiguresCard query={query} promptId={promptId} />
      <TrendCard query={query} promptId={promptId} />
      <ModelsCard query={query} promptId={promptId} />
      <CompaniesCard query={query} promptId={promptId} />
      <SourcesCard query={query} brandName={brand?.name ?? 'the brand'} />
      <AnswersCard key={promptId} promptId={promptId} filter={filter} outcome="ALL" company="" limit={10} />
    </Page>
  );
}
