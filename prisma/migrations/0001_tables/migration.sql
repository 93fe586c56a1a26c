-- Reference tables: small, replicated to every node of a cluster.
create table organization (
  id text primary key,
  name text not null
);

-- Models have a small number, because packed blocks name them often.
create table model (
  id text primary key,
  label text not null,
  number integer generated always as identity
);
create unique index model_number on model (number);

create table brand (
  id text primary key,
  organization_id text not null references organization (id) on update no action on delete no action,
  name text not null,
  aliases text[] not null,
  domains text[] not null
);
create index brand_organization on brand (organization_id);

create table prompt (
  id uuid primary key,
  brand_id text not null references brand (id) on update no action on delete no action,
  number integer not null,
  text text not null,
  tags text[] not null
);
create unique index prompt_number on prompt (brand_id, number);

create table api_key (
  id text primary key,
  organization_id text not null references organization (id) on update no action on delete no action,
  name text not null,
  hash bytea not null,
  brand_ids text[] not null,
  narrowed boolean not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_key_organization on api_key (organization_id);

-- Tables of a brand: the brand id leads every key, so that they can be distributed by it.
create table company (
  brand_id text not null,
  id integer not null,
  name text not null,
  tracked boolean not null,
  aliases text[] not null,
  domains text[] not null,
  primary key (brand_id, id)
);
create unique index company_name on company (brand_id, name);

create table domain (
  brand_id text not null,
  id integer not null,
  name text not null,
  primary key (brand_id, id)
);
create unique index domain_name on domain (brand_id, name);

create table url (
  brand_id text not null,
  id integer not null,
  domain_id integer not null,
  digest bytea not null,
  url text not null,
  title text,
  titled_at timestamptz(3),
  primary key (brand_id, id)
);
create unique index url_digest on url (brand_id, digest);

create table query (
  brand_id text not null,
  id integer not null,
  digest bytea not null,
  text text not null,
  primary key (brand_id, id)
);
create unique index query_digest on query (brand_id, digest);

create table run (
  brand_id text not null,
  id uuid not null,
  prompt_id uuid not null,
  created_at timestamptz(3) not null,
  model text not null,
  provider text not null,
  web_search_enabled boolean not null,
  citation_count integer not null,
  companies integer[] not null,
  sentiments smallint[] not null,
  positions integer[] not null,
  queries integer[] not null default '{}',
  primary key (brand_id, id),
  check (cardinality(companies) = cardinality(sentiments) and cardinality(companies) = cardinality(positions))
);
create index run_by_time on run (brand_id, created_at, id);
create index run_by_prompt on run (brand_id, prompt_id, created_at, id);

create table answer (
  brand_id text not null,
  run_id uuid not null,
  text text,
  web_queries text[] not null,
  assessments json not null,
  primary key (brand_id, run_id)
);

create table citation (
  brand_id text not null,
  run_id uuid not null,
  index integer not null,
  url_id integer not null,
  url text not null,
  title text,
  primary key (brand_id, run_id, index)
);

-- What is recorded but not yet in the tiles: a quarter hour with `added` runs, or one to be rebuilt (null); and since when it waits.
create table mark (
  brand_id text not null,
  quarter integer not null,
  id bigint generated always as identity,
  added uuid[],
  made_at timestamptz(3) not null default now(),
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

-- Packed blocks, stored as they are: compressing them costs more than it saves.
create table quarter_tile (
  brand_id text not null,
  quarter integer not null,
  cells bytea not null,
  primary key (brand_id, quarter)
);
alter table quarter_tile alter column cells set storage external;

-- A tile of one level (days, months) and scope (all prompts, those of a combination, one) over one period. Its parts add up: 0 is the one that was made last, the others hold the runs
-- that came late. What nearly every answer reads is kept apart from the rest, so that its rows are small. A row stays whole as long as it fits
-- a page, because fetching a column from outside it takes as long as reading a small row.
create table tile (
  brand_id text not null,
  scope integer not null,
  level integer not null,
  period integer not null,
  part integer not null,
  sums bytea,
  days bytea,
  prompts bytea,
  urls bytea,
  domains bytea,
  model_urls bytea,
  model_domains bytea,
  day_runs bytea,
  primary key (brand_id, scope, level, period, part)
);
alter table tile
  alter column sums set storage external,
  alter column days set storage external,
  alter column prompts set storage external,
  alter column urls set storage external,
  alter column domains set storage external,
  alter column model_urls set storage external,
  alter column model_domains set storage external,
  alter column day_runs set storage external;
alter table tile set (toast_tuple_target = 8160);

create table tile_detail (
  brand_id text not null,
  scope integer not null,
  level integer not null,
  period integer not null,
  part integer not null,
  quarters bytea,
  prompt_figures bytea,
  company_days bytea,
  company_quarters bytea,
  day_cells bytea,
  day_citations bytea,
  primary key (brand_id, scope, level, period, part)
);
alter table tile_detail
  alter column quarters set storage external,
  alter column prompt_figures set storage external,
  alter column company_days set storage external,
  alter column company_quarters set storage external,
  alter column day_cells set storage external,
  alter column day_citations set storage external;
alter table tile_detail set (toast_tuple_target = 8160);

-- The items (URLs, domains, queries) of one chunk of numbers over a day or a month: their runs by outcome, and of days the prompts and models
-- of these runs. Its parts add up, as those of a tile.
create table posting (
  brand_id text not null,
  kind integer not null,
  level integer not null,
  period integer not null,
  chunk integer not null,
  part integer not null,
  counts bytea not null,
  entries bytea,
  primary key (brand_id, kind, level, period, chunk, part)
);
alter table posting
  alter column counts set storage external,
  alter column entries set storage external;
alter table posting set (toast_tuple_target = 8160);

-- A value for each month of a brand that changes with every transaction that writes its tiles, so that a process can keep what it has read of them.
-- Month 0 is that of the tiles by tag, whatever their month. Random values, because a restored backup must not repeat one.
create table tile_stamp (
  brand_id text not null,
  month integer not null,
  stamp uuid not null,
  primary key (brand_id, month)
);

-- What an answer depends on, as one value for each brand: it changes with every transaction that records something of the brand.
create table version (
  brand_id text primary key,
  version uuid not null
);

-- The version of what all brands share, the models: on a cluster every node has it, and the version of a brand lies beside the data of the brand.
create table shared_version (
  id integer primary key,
  version uuid not null
);
insert into shared_version (id, version) values (0, gen_random_uuid());

-- The last batch that a recorder wrote of a brand. A recorder that lost its connection finds here whether its batch was committed.
create table recorder (
  brand_id text not null,
  id uuid not null,
  batch integer not null,
  written_at timestamptz(3) not null,
  primary key (brand_id, id)
);

-- How many requests each key has sent in its present minute, for all processes together; columns and types are those of
-- rate-limiter-flexible. Unlogged: a count is worth no disk write, and after a crash every key starts a fresh minute. Each row is
-- updated in place again and again, so every page keeps room for that.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);
