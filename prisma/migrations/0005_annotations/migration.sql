-- What happened at an instant, or from it to another (`until`, excluded), that figures of the brand are to be read beside.
create table annotation (
  brand_id text not null,
  id text not null,
  at timestamptz(3) not null,
  until timestamptz(3),
  text text not null,
  url text,
  primary key (brand_id, id)
);
