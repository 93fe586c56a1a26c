-- Whether a key may record data of the brands that it reads.
alter table api_key add column record boolean not null default false;
