// Selects what one element of a chart is about. Without a choice the window and its answers decide.

import { useAddress } from '../app/navigation.js';
import type { Bucket } from '../data/period.js';
import { Choice } from '../lists/choice.js';

const options = [
  { value: 'DAY', label: 'Day' },
  { value: 'WEEK', label: 'Week' },
  { value: 'MONTH', label: 'Month' },
] as const;

interface BucketChoiceProps {
  /** Without a choice. */
  readonly usual: Bucket;
}

export function BucketChoice({ usual }: BucketChoiceProps) {
  const { view, changeView } = useAddress();
  return (
    <Choice
      label="One point a"
      options={options}
      value={view.bucket ?? usual}
      onChange={(bucket) => changeView({ bucket: bucket === usual ? null : bucket })}
    />
  );
}
