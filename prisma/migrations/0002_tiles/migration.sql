-- Models get a small number, because packed blocks name them often.
alter table model add column number integer generated always as identity;
create unique index model_number on model (number);

-- What is recorded but not yet in the tiles: a quarter hour with `added` runs, or one to be made anew (null).
create table mark (
  brand_id text not null,
  quarter integer not null,
  id bigint generated always as identity,
  added uuid[],
  primary key (brand_id, quarter, id)
);

-- The tag combination ("scope") under which a prompt's runs stand in the tiles. Prompts of equal tags share one; 0 means all prompts.
create table prompt_scope (
  brand_id text not null,
  prompt integer not null,
  scope integer not null,
  tags text[] not null,
  primary key (brand_id, prompt)
);

-- Packed blocks, stored as they are: compressing them costs more than it saves. A row stays whole as long as it fits a page, because
-- fetching a column from outside it takes as long as reading a small row.
create table quarter_tile (
  brand_id text not null,
  quarter integer not null,
  cells bytea not null,
  primary key (brand_id, quarter)
);
alter table quarter_tile alter column cells set storage external;
alter table quarter_tile set (toast_tuple_target = 8160);

create table tile (
  brand_id text not null,
  scope integer not null,
  level smallint not null,
  period integer not null,
  sums bytea,
  days bytea,
  quarters bytea,
  prompts bytea,
  urls bytea,
  domains bytea,
  model_urls bytea,
  model_domains bytea,
  url_citations bytea,
  domain_citations bytea,
  prompt_runs bytea,
  primary key (brand_id, scope, level, period)
);
alter table tile
  alter column sums set storage external,
  alter column days set storage external,
  alter column quarters set storage external,
  alter column prompts set storage external,
  alter column urls set storage external,
  alter column domains set storage external,
  alter column model_urls set storage external,
  alter column model_domains set storage external,
  alter column url_citations set storage external,
  alter column domain_citations set storage external,
  alter column prompt_runs set storage external;

alter table tile set (toast_tuple_target = 8160);

create table prompt_month (
  brand_id text not null,
  prompt integer not null,
  month integer not null,
  runs bytea not null,
  primary key (brand_id, prompt, month)
);
alter table prompt_month alter column runs set storage external;

-- Whatever is recorded already waits to be rolled.
insert into mark (brand_id, quarter)
select distinct brand_id, floor(extract(epoch from created_at) / 900)::integer from run;
