// The numbers under which the runs of a brand list a company.

import type pg from 'pg';
import { bindings, lookUps } from '../database/bindings.js';
import { brandCompany } from '../domain/summary.js';

interface CompanyName {
  readonly brandId: string;
  /** `null`: of no company. */
  readonly company: string | null;
}

/** The number of each company, in order; `null` where no company of the brand has the name, or none is given. No statement without a name. */
export async function readCompanyNumbers(
  client: pg.ClientBase,
  names: readonly CompanyName[],
): Promise<readonly (number | null)[]> {
  const numbers = names.map((): number | null => null);
  if (names.every(({ company }) => company === null)) return numbers;
  const { values, bind } = bindings();
  const brandIds = names.map((each) => each.brandId);
  const lookUp = lookUps(brandIds, bind);
  const { rows } = await client.query<{ place: number; number: number }>(
    `with wanted as (
       select * from unnest(${bind(brandIds)}::text[], ${bind(names.map((each) => each.company))}::text[]) with ordinality as wanted (brand_id, name, place) where name is not null
     )
     select place::int, company.id as number from wanted
     cross join ${lookUp({ table: 'company', equal: { brand_id: 'wanted.brand_id', name: 'wanted.name' } })}
     union all
     select place::int, ${brandCompany} from wanted join brand on brand.id = wanted.brand_id and brand.name = wanted.name`,
    values,
  );
  for (const { place, number } of rows) numbers[place - 1] = number;
  return numbers;
}
