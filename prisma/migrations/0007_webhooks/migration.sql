-- Where signals of a brand are posted. The secret signs what is posted, so it is kept as it was shown.
create table webhook (
  brand_id text not null,
  id uuid primary key,
  url text not null,
  format text not null,
  secret text not null,
  allow_private boolean not null,
  created_at timestamptz(3) not null
);
create index webhook_brand on webhook (brand_id);

-- What is posted, or was: `about` lists what it says as JSON, so that nothing is said twice; `state` is waiting, sent or given up.
create table notice (
  brand_id text not null,
  webhook_id uuid not null,
  id uuid primary key,
  body text not null,
  about text not null,
  window_end timestamptz(3) not null,
  made_at timestamptz(3) not null,
  attempts integer not null,
  next_at timestamptz(3) not null,
  state text not null
);
create index notice_webhook on notice (webhook_id, window_end);
create index notice_due on notice (state, next_at);
create index notice_brand on notice (brand_id);
