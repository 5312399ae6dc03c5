-- Notifications of users. One that must be sent only once has a unique name in `once`.
create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz(3) not null,
  kind text not null,
  title text not null,
  body text not null,
  link text not null,
  read_at timestamptz(3),
  once text,
  constraint notifications_once unique (account_id, once)
);
create index notifications_of_account on notifications (account_id, created_at, id);
create index notifications_unread on notifications (account_id) where read_at is null;
create index notifications_by_age on notifications (created_at);
