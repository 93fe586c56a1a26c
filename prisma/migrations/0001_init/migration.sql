-- Reference tables: small, replicated to every node of a cluster.
create table organization (
  id text primary key,
  name text not null
);

create table model (
  id text primary key,
  label text not null
);

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
  primary key (brand_id, id)
);
create unique index url_digest on url (brand_id, digest);

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
