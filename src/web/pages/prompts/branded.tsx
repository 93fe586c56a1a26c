// Visibility with prompts that name the brand apart from that with prompts that do not, where tags tell them apart.

import { useAddress } from '../../app/navigation.js';
import { Bars } from '../../charts/bars.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf } from '../../data/view.js';
import { brandedPromptsDocument } from '../../documents/prompts.js';
import { Card } from '../../ui/card.js';
import { counted, interval, percent, whole } from '../../ui/format.js';

const groups = [
  { id: 'branded', label: 'Branded prompts' },
  { id: 'unbranded', label: 'Unbranded prompts' },
] as const;

export function BrandedCard() {
  const { view, hrefTo } = useAddress();
  const { tags: _, ...filter } = runsOf(view);
  const query = useQuery(brandedPromptsDocument, filter);
  return (
    <Card
      id="branded"
      size="wide"
      title="Branded and unbranded prompts"
      note="A prompt that names the brand nearly always gets an answer that does. Choose a group to list its prompts. The line is the 95% interval for prompts like these."
      query={query}
      minHeight="calc(2 * var(--bar-height))"
      table={(data) => ({
        columns: ['Prompts tagged', 'Prompts', 'Answers', 'Mentions', 'Visibility', 'Interval low', 'Interval high'],
        rows: groups.map(({ id }) => {
          const { totals, visibility } = data[id];
          const { robustInterval: bounds } = visibility;
          return [
            id,
            totals.prompts,
            visibility.runs,
            visibility.mentions,
            visibility.current,
            bounds?.low ?? null,
            bounds?.high ?? null,
          ];
        }),
      })}
      hasPicture
    >
      {(data) => (
        <Bars
          label="Visibility by kind of prompt"
          rows={groups.map(({ id, label }) => {
            const { current, runs, mentions, robustInterval: bounds } = data[id].visibility;
            return {
              id,
              label: `${label} (${whole(data[id].totals.prompts)})`,
              value: current,
              low: bounds?.low ?? null,
              high: bounds?.high ?? null,
              isStrong: view.tags.length === 1 && view.tags[0] === id,
              text: current === null ? 'no data' : percent(current),
              href: hrefTo({ page: 'prompts', view: { tags: [id] } }),
              note: `${whole(mentions)} of ${counted(runs, 'answer')}, 95% interval ${interval(bounds)}`,
            };
          })}
        />
      )}
    </Card>
  );
}
