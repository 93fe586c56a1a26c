-- The market that a run was asked in, such as a country; null: none.
alter table run add column market text;

-- A combination of model, provider, web search and market that runs of a brand have, and how many have it. Packed blocks name it by its number.
create table channel (
  brand_id text not null,
  id integer not null,
  model text not null,
  provider text not null,
  web_search_enabled boolean not null,
  market text,
  runs integer not null,
  primary key (brand_id, id)
);

-- Whether the text names the brand; null until a process of this version has looked at a prompt recorded before.
alter table prompt add column branded boolean;
