-- What all days of the month have in common but those of `changed_days`, which have the stamp of the month; null: all have that of the month. So what
-- is kept of the other days stays while one is updated again and again.
alter table tile_stamp
  add column steady_stamp uuid,
  add column changed_days integer[] not null default '{}';
