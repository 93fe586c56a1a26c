-- Since when a mark waits, so that operators see a roller that does not keep up. Marks from before count from now.
alter table mark add column made_at timestamptz(3) not null default now();
