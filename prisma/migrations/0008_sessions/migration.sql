-- Browsers that are signed in: the SHA-256 of each cookie, and of the secret of the key that it stands for. `key_id` is null of an admin key.
create table session (
  hash bytea primary key,
  key_id text,
  key_hash bytea not null,
  created_at timestamptz(3) not null default now()
);
create index session_key on session (key_hash, created_at);
