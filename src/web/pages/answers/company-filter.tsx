// Which company answers name: those of the share of voice of the window.

import { useQuery } from '../../data/use-query.js';
import type { RunArguments } from '../../data/view.js';
import { companyNamesDocument } from '../../documents/answers.js';

interface CompanyFilterProps {
  readonly company: string;
  readonly filter: RunArguments;
  readonly onChange: (company: string) => void;
}

/** A list of the companies that answers of the window name, most named first. */
export function CompanyFilter({ company, filter, onChange }: CompanyFilterProps) {
  const { data } = useQuery(companyNamesDocument, filter);
  const names =
    data?.brandAnalytics.shareOfVoice.entries.flatMap(({ name, mentions }) => (mentions > 0 ? [name] : [])) ?? [];
  const shown = company === '' || names.includes(company) ? names : [company, ...names];
  return (
    <label class="filter">
      <span class="visually-hidden">Company</span>
      <select
        id="filter-company"
        class={company ? 'active' : undefined}
        value={company}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">Any company</option>
        {shown.map((name) => (
          <option value={name} key={name}>
            names {name}
          </option>
        ))}
      </select>
    </label>
  );
}
