-- Web queries get numbers within their brand, as URLs have them, and URLs a title. Two queries are the same when they are equal in NFC, with
-- every stretch of Unicode white space one space and none at the ends.
create table query (
  brand_id text not null,
  id integer not null,
  digest bytea not null,
  text text not null,
  primary key (brand_id, id)
);
alter table run add column queries integer[] not null default '{}';

-- Each query of each run once, where it occurs first.
create temporary table issued on commit drop as
select brand_id, run_id, query, sha256(convert_to(query, 'UTF8')) as digest, min(place) as place
from answer
cross join lateral unnest(web_queries) with ordinality as recorded (raw, place)
cross join lateral (
  select btrim(regexp_replace(
    normalize(raw, nfc),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'
  ), ' ') as query
) as normalised
group by brand_id, run_id, query;
analyze issued;

-- Numbered in the order of their first run.
insert into query (brand_id, id, digest, text)
select brand_id, row_number() over (partition by brand_id order by created_at, run_id, place), digest, query
from (
  select distinct on (issued.brand_id, digest) issued.brand_id, digest, issued.query, created_at, run_id, place
  from issued join run on run.brand_id = issued.brand_id and run.id = issued.run_id
  order by issued.brand_id, digest, created_at, run_id, place
) as first;
create unique index query_digest on query (brand_id, digest);
analyze query;

update run set queries = numbered.ids
from (
  select brand_id, run_id, array_agg(query.id order by place) as ids from issued join query using (brand_id, digest) group by brand_id, run_id
) as numbered
where run.brand_id = numbered.brand_id and run.id = numbered.run_id;

-- A title that a run of the brand gave the URL, as a rule the newest, and when that run was created.
alter table url
  add column title text,
  add column titled_at timestamptz(3);
update url set title = newest.title, titled_at = newest.created_at
from (
  select distinct on (citation.brand_id, url_id) citation.brand_id, url_id, title, created_at
  from citation join run on run.brand_id = citation.brand_id and run.id = citation.run_id
  where title is not null
  order by citation.brand_id, url_id, created_at desc, run_id desc, index desc
) as newest
where url.brand_id = newest.brand_id and url.id = newest.url_id;

-- What the lists read.
alter table tile_detail
  drop column url_citations,
  drop column domain_citations,
  add column prompt_figures bytea,
  add column company_days bytea,
  add column company_quarters bytea;
alter table tile_detail
  alter column prompt_figures set storage external,
  alter column company_days set storage external,
  alter column company_quarters set storage external;

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

-- A row of quarter tiles that takes more than a third of a page leaves up to a third of it empty.
alter table quarter_tile reset (toast_tuple_target);

-- Tiles are rebuilt from the raw rows, which answer until then: whatever is recorded waits to be rolled.
truncate quarter_tile, tile, tile_detail, prompt_month;
delete from mark;
insert into mark (brand_id, quarter)
select distinct brand_id, floor(extract(epoch from created_at) / 900)::integer from run;
