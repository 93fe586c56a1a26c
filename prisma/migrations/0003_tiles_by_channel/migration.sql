-- What an unfinished version counted.
truncate channel;

-- Number the channels of the runs that are recorded, in each brand those of its oldest runs first.
insert into channel (brand_id, id, model, provider, web_search_enabled, market, runs)
select brand_id, row_number() over (partition by brand_id order by min(created_at), model, provider, web_search_enabled, market),
  model, provider, web_search_enabled, market, count(*)
from run group by brand_id, model, provider, web_search_enabled, market;

-- Blocks named runs by the model; now they name the channel. All are built again from the runs.
truncate quarter_tile, tile, tile_detail, posting, tile_stamp, mark;
insert into mark (brand_id, quarter)
select brand_id, floor(extract(epoch from created_at) / 900)::integer from run group by 1, 2;

alter table tile rename column model_urls to channel_urls;
alter table tile rename column model_domains to channel_domains;
alter table model drop column number;
