// A brand that has much of everything, put straight into the tables, so that it is there in seconds.

import type { Database } from '../../src/database/postgres.js';
import { settleRows, uuid } from './rows.js';

export const extreme = {
  brandId: 'extreme',
  promptId: uuid(700_001),
  companies: 5_000,
  models: 3_000,
  prompts: 50_000,
};

/** 5,000 companies, 3,000 models, 50,000 prompts, 2,000 tags, and 20 runs with answers of a megabyte, of which one names every company. */
export async function fillExtreme(db: Database): Promise<void> {
  const { companies, models, prompts } = extreme;
  await db.pool.query(`
    insert into organization values ('extreme', 'Extreme Inc.');
    insert into model select 'm-' || n, 'Model ' || n from generate_series(1, ${models}) as n;
    insert into brand values ('extreme', 'extreme', 'Extreme', '{}', '{}'), ('plain', 'extreme', 'Plain', '{}', '{}');
    insert into prompt select ('00000000-0000-4000-8000-' || lpad((700000 + n)::text, 12, '0'))::uuid, 'extreme', n,
      'which one is the best number ' || n, array['tag ' || n % 2000] from generate_series(1, ${prompts}) as n;
    insert into company select 'extreme', n, 'Company number ' || n, true, '{}', '{}' from generate_series(1, ${companies}) as n;
    insert into run select 'extreme', ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, '${extreme.promptId}',
      '2026-03-01T10:00:00Z'::timestamptz + n * interval '1 hour', 'm-' || n, 'provider', true, 0,
      case when n = 1 then array(select i from generate_series(0, ${companies}) as i) else '{0}' end,
      case when n = 1 then array(select 1 from generate_series(0, ${companies})) else '{1}' end,
      case when n = 1 then array(select 0 from generate_series(0, ${companies})) else '{1}' end
      from generate_series(1, 20) as n;
    insert into answer select 'extreme', id, repeat(chr(1), 100) || repeat('long answer ', 83000), array['best one'],
      '{"brand":{"mentioned":true,"reason":"because","sentimentProbabilities":{"positive":0.9,"mixed":0.1}},"competitors":{"Company number 1":{"mentioned":true}}}'
      from run where brand_id = 'extreme';
  `);
  await settleRows(db, 'extreme');
}

/** What `fillLongAnswers` adds to the brand. */
export const longAnswers = {
  promptId: uuid(700_002),
  longestRunId: '00000000-0000-4000-a000-000000000001',
  /** Of its text, in characters. */
  longestLength: 12 * 2_500_000,
};

/** 100 runs in April with answers of a megabyte, but the first with one of 30 MB. */
export async function fillLongAnswers(db: Database): Promise<void> {
  await db.pool.query(`
    insert into run select 'extreme', ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, '${longAnswers.promptId}',
      '2026-04-01T00:00:00Z'::timestamptz + n * interval '1 minute', 'm-1', 'provider', true, 0, '{0}', '{1}', '{1}'
      from generate_series(1, 100) as n;
    insert into answer select 'extreme', id, repeat('long answer ', case when id = '${longAnswers.longestRunId}' then 2500000 else 83000 end),
      '{}', '{"brand":{"mentioned":true},"competitors":{}}' from run where prompt_id = '${longAnswers.promptId}';
  `);
  await settleRows(db, extreme.brandId);
}
