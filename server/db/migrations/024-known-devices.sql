-- The browsers that have logged in to an account, by the SHA-256 of a random token in a cookie. Failed logins of a known
-- browser are counted apart, so that others' failures do not lock it out.
create table known_devices (
  token_hash bytea not null,
  account_id uuid not null references accounts on delete cascade,
  last_used_at timestamptz(3) not null,
  primary key (token_hash, account_id)
);
create index known_devices_by_account on known_devices (account_id);
create index known_devices_by_age on known_devices (last_used_at);

alter table login_failures add device bytea;
