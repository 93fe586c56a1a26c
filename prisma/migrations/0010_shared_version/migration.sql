-- The version of what all brands share, the models, in a table of its own: on a cluster every node has it, and the version of a brand lies
-- beside the data of the brand.
create table shared_version (
  id integer primary key,
  version uuid not null
);
insert into shared_version (id, version)
select 0, coalesce((select version from version where brand_id = ''), gen_random_uuid());
delete from version where brand_id = '';

-- Every brand has a version.
insert into version (brand_id, version)
select id, gen_random_uuid() from brand
on conflict (brand_id) do nothing;

-- The last batch that a recorder wrote of a brand. A recorder that lost its connection finds here whether its batch was committed.
create table recorder (
  brand_id text not null,
  id uuid not null,
  batch integer not null,
  written_at timestamptz(3) not null,
  primary key (brand_id, id)
);
