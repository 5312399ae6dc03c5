-- `device` is the browser and system of the login. `authenticated_at` is when the session's user last entered the password,
-- and the code if the account has a second factor.
alter table sessions add device text not null default '', add authenticated_at timestamptz(3);
update sessions set authenticated_at = created_at;
alter table sessions alter authenticated_at set not null;

-- In `accounts`, so that a change is in the change log and all processes know it.
alter table accounts
  add has_second_factor boolean not null default false,
  add password_is_temporary boolean not null default false;

-- A secret counts when it is confirmed by a code. `last_step` is the period of 30 seconds whose code was used last;
-- `failures` are the wrong codes in succession, the latest at `failed_at`.
create table second_factors (
  account_id uuid primary key references accounts on delete cascade,
  secret text not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,
  failures integer not null default 0,
  failed_at timestamptz(3)
);

-- Unused recovery codes, as their SHA-256 together with the account's id.
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
