-- `email` is the address that an account shows; `confirmed_email` was last confirmed by a link and receives the mails.
-- They differ while a new address, set at `email_set_at`, awaits its confirmation.
alter table accounts add confirmed_email text, add confirmed_email_key text, add email_set_at timestamptz(3);
update accounts set confirmed_email = email, confirmed_email_key = email_key where email_confirmed_at is not null;
alter table accounts drop email_confirmed_at;
alter table accounts add constraint accounts_confirmed_email unique (confirmed_email_key);

-- Links that were sent by mail. Of a token, only the SHA-256 is stored.
create table account_links (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirmation', 'reset')),
  email text not null,
  email_key text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index account_links_by_account on account_links (account_id);
create index account_links_by_expiry on account_links (expires_at);

-- Mails requested without a login, by the address that they were sent to.
create table asked_mails (
  mail_id uuid primary key,
  email_key text not null,
  written_at timestamptz(3) not null
);
create index asked_mails_by_email on asked_mails (email_key, written_at);
create index asked_mails_by_age on asked_mails (written_at);

-- Requests whose number is limited, by their source: a network address or an account.
create table counted_requests (
  id bigint generated always as identity primary key,
  kind text not null,
  asker text not null,
  asked_at timestamptz(3) not null
);
create index counted_requests_by_asker on counted_requests (kind, asker, asked_at);
create index counted_requests_by_age on counted_requests (asked_at);

-- Queued mails. The letter of this `kind` is rendered from `facts` when the mail is sent; the id becomes the Message-ID.
-- `next_at` is when the next attempt may begin; a running attempt has moved it ahead as its lease.
create table mails (
  id uuid primary key,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz(3) not null,
  tries integer not null default 0,
  next_at timestamptz(3) not null,
  recipient text,
  sent_at timestamptz(3),
  gave_up_at timestamptz(3),
  last_error text
);
create index mails_due on mails (next_at) where sent_at is null and gave_up_at is null;
create index mails_by_age on mails (created_at);
