-- How many of the numbers that were given belong to nothing any more, because it was deleted: the rest is how much there is, without counting it.
alter table deletion
  add column gone_prompt integer not null default 0,
  add column gone_domain integer not null default 0,
  add column gone_url integer not null default 0,
  add column gone_query integer not null default 0;
