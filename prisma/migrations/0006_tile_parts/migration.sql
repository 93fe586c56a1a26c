-- Tiles in parts, of more levels, and in a denser format: made anew from the raw rows, which answer until then.
drop table tile;
truncate quarter_tile, prompt_month;

-- A tile of one level (hours, days, weeks, months) and scope over one period. Its parts add up: 0 is the one that was made last, the others
-- hold the runs that came late. What nearly every answer reads is kept apart from the rest, so that its rows are small.
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
  primary key (brand_id, scope, level, period, part)
);
alter table tile
  alter column sums set storage external,
  alter column days set storage external,
  alter column prompts set storage external,
  alter column urls set storage external,
  alter column domains set storage external,
  alter column model_urls set storage external,
  alter column model_domains set storage external;
alter table tile set (toast_tuple_target = 8160);

create table tile_detail (
  brand_id text not null,
  scope integer not null,
  level integer not null,
  period integer not null,
  part integer not null,
  quarters bytea,
  url_citations bytea,
  domain_citations bytea,
  primary key (brand_id, scope, level, period, part)
);
alter table tile_detail
  alter column quarters set storage external,
  alter column url_citations set storage external,
  alter column domain_citations set storage external;
alter table tile_detail set (toast_tuple_target = 8160);

-- The scope of each tag: below it stand the sets of the prompts that carry it, whatever their combination. Negative numbers, because
-- combinations have the positive ones.
create table tag_scope (
  brand_id text not null,
  tag text not null,
  scope integer not null,
  primary key (brand_id, tag)
);
truncate prompt_scope;

-- Whatever is recorded waits to be rolled.
delete from mark;
insert into mark (brand_id, quarter)
select distinct brand_id, floor(extract(epoch from created_at) / 900)::integer from run;
