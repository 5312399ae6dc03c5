-- The first replies to requests with an Idempotency-Key. A key without `expires_at` is kept for ever.
create table idempotency_keys (
  account_id uuid references accounts on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer text,
  expires_at timestamptz(3),
  constraint idempotency_keys_owner unique nulls not distinct (account_id, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- Random bytes that this portal has generated, shared by its processes.
create table portal_secrets (
  name text primary key,
  value bytea not null
);

-- Pictures, each stored once, by the hash of the uploaded file.
create table images (
  hash text primary key,
  large bytea not null,
  medium bytea not null,
  small bytea not null,
  print bytea not null,
  created_at timestamptz(3) not null
);
