// One prompt: the figures of its answers, over time, by company and model, what they cite, and the answers.

import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { promptDocument } from '../../documents/pages.js';
import { Failure } from '../../ui/notice.js';
import { Page, SkeletonPage } from '../../ui/page.js';
import { AnswersCard } from '../answers/answers-card.js';
import { Companies } from '../overview/companies.js';
import { Tiles } from '../overview/tiles.js';
import { Trend } from '../overview/trend.js';
import { Sources } from '../sources/sources.js';

export function PromptPage({ promptId }: { readonly promptId: string }) {
  const { view } = useAddress();
  const query = useQuery(promptDocument, { promptId });
  const prompt = query.data?.prompt;
  // The length of its text decides where all else stands.
  if (!prompt && query.isLoading) return <SkeletonPage />;
  const { error, retry } = query;
  return (
    <Page
      title={prompt?.text ?? 'Prompt'}
      lead={
        <span class="lead-line">
          <Link to={{ page: 'prompts' }}>All prompts</Link>
          {prompt?.tags.map((tag) => (
            <Link key={tag} class="badge" to={{ page: 'prompts', view: { tags: [tag] } }}>
              {tag}
            </Link>
          ))}
        </span>
      }
    >
      {error && !prompt && <Failure error={error} onRetry={retry} />}
      <Tiles promptId={promptId} />
      <Trend promptId={promptId} />
      <Companies promptId={promptId} />
      <Sources promptId={promptId} />
      <AnswersCard selection={{ ...runsOf(view, promptId), outcome: 'ALL' }} limit={10} />
    </Page>
  );
}
