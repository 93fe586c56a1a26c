-- What deletions leave of a brand: numbers are never given again, so that whoever remembers one never takes it for another, and recorders see by their
-- count that what they remember may be gone.
create table deletion (
  brand_id text primary key,
  deletions bigint not null,
  -- The brand is gone, and its rows are still being removed.
  unfinished boolean not null,
  -- The highest numbers that were given before.
  prompt integer not null,
  company integer not null,
  channel integer not null,
  domain integer not null,
  url integer not null,
  query integer not null
);
