-- Recent failed logins, whether the username exists or not, and running ones (undecided). They are in the database so
-- that all processes share them and restarts keep them.
create table login_failures (
  id bigint generated always as identity primary key,
  role text not null,
  username_key text not null,
  address text not null,
  failed_at timestamptz(3) not null,
  is_decided boolean not null default false
);
create index login_failures_by_username on login_failures (role, username_key, failed_at);
create index login_failures_by_address on login_failures (address, failed_at);
create index login_failures_by_age on login_failures (failed_at);
