-- What an answer depends on, as one value for each brand: it changes with every transaction that records something of the brand.
-- The empty id stands for what all brands share: the models. Random values, because a restored backup must not repeat one.
create table version (
  brand_id text primary key,
  version uuid not null
);
