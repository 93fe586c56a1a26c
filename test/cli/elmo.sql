-- A database as Elmo's public schema has it, with 1,800 answers about two brands.
create table organization (id text primary key, name text not null);
create table brands (id text primary key, name text not null, website text not null, additional_domains text[] not null default '{}',
  aliases text[] not null default '{}', organization_id text not null references organization);
create table competitors (id uuid primary key default gen_random_uuid(), brand_id text not null references brands, name text not null,
  domains text[] not null default '{}', aliases text[] not null default '{}', created_at timestamptz not null default now());
create table prompts (id uuid primary key default gen_random_uuid(), brand_id text not null references brands, value text not null,
  tags text[] not null default '{}', system_tags text[] not null default '{}', created_at timestamptz not null default now());
create table prompt_runs (id uuid primary key default gen_random_uuid(), prompt_id uuid not null references prompts,
  brand_id text not null references brands, model text not null, provider text, version text not null default '',
  web_search_enabled boolean not null, raw_output json not null, web_queries text[] not null default '{}',
  brand_mentioned boolean not null, competitors_mentioned text[] not null default '{}', created_at timestamptz not null default now());
create table citations (id uuid primary key default gen_random_uuid(), prompt_run_id uuid not null references prompt_runs, url text not null,
  title text, citation_index smallint not null);

insert into organization values ('o', 'Org');
insert into brands values ('acme', 'Acme', 'https://www.acme.example/home', '{shop.acme.example,no domain,""}', '{ACME Inc}', 'o'),
  ('other', 'Other', 'other.example', '{}', '{}', 'o');
insert into competitors (brand_id, name, domains, created_at)
  values ('acme', 'Globex', '{globex.example}', '2026-01-01'), ('acme', 'Globex', '{globex.test,two words,bücher.example}', '2026-01-02');
insert into prompts (brand_id, value, tags, system_tags)
  select case when n % 4 = 0 then 'other' else 'acme' end, 'prompt ' || n, array['t' || n % 3], '{unbranded}' from generate_series(1, 12) n;
insert into prompt_runs (prompt_id, brand_id, model, provider, web_search_enabled, raw_output, web_queries, brand_mentioned, competitors_mentioned, created_at)
  select p.id, p.brand_id, 'model-' || n % 3, nullif('p' || n % 2, 'p0'), n % 2 = 0,
    json_build_object('choices', json_build_array(json_build_object('message', json_build_object('content', 'answer ' || n)))),
    array['query ' || n], n % 3 = 0, case when n % 5 = 0 then '{Globex}' else '{}' end::text[],
    '2026-01-01T00:00:00.123456Z'::timestamptz + n * interval '7 minutes'
  from prompts p cross join generate_series(1, 150) n;
insert into citations (prompt_run_id, url, title, citation_index)
  select id, 'https://source.example/' || i, 'Title ' || i, i from prompt_runs cross join generate_series(1, 3) i where model = 'model-1';
insert into citations (prompt_run_id, url, citation_index) select id, 'ftp://none.example', 9 from prompt_runs where brand_mentioned limit 5;
