-- How many requests each key has sent in its present minute, for all processes together; columns and types are those of
-- rate-limiter-flexible. Unlogged: a count is worth no disk write, and after a crash every key starts a fresh minute. Each row is
-- updated in place again and again, so every page keeps room for that.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);
