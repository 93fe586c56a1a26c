-- A value for each month of a brand that changes with every transaction that writes its tiles, so that a process can keep what it has read of them.
-- Month 0 is that of the tiles by tag, whatever their month. Random values, because a restored backup must not repeat one.
create table tile_stamp (
  brand_id text not null,
  month integer not null,
  stamp uuid not null,
  primary key (brand_id, month)
);

-- Level 4 is that of months: each month that has tiles has one of all its prompts.
insert into tile_stamp (brand_id, month, stamp)
select brand_id, period, gen_random_uuid() from tile where scope = 0 and level = 4 and part = 0;
insert into tile_stamp (brand_id, month, stamp)
select brand_id, 0, gen_random_uuid() from (select distinct brand_id from prompt_scope) as placed;
