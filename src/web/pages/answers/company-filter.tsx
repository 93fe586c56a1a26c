// Which company answers name: those of the share of voice of the window, most named first.

import { Select } from '../../app/select.js';
import { useQuery } from '../../data/use-query.js';
import type { RunArguments } from '../../data/view.js';
import { companyNamesDocument } from '../../documents/answers.js';

interface CompanyFilterProps {
  readonly company: string;
  readonly filter: RunArguments;
  readonly onChange: (company: string) => void;
}

export function CompanyFilter({ company, filter, onChange }: CompanyFilterProps) {
  const { data } = useQuery(companyNamesDocument, filter);
  const named = data?.brandAnalytics.shareOfVoice.entries.filter(({ mentions }) => mentions > 0) ?? [];
  const names = [...new Set([...named.map(({ name }) => name), ...(company ? [company] : [])])];
  return (
    <Select
      id="filter-company"
      label="Company"
      options={[['', 'Any company'], ...names.map((name) => [name, `names ${name}`] as const)]}
      value={company}
      onChange={onChange}
    />
  );
}
