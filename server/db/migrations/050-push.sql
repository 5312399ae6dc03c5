-- Through which channels an account is notified of a topic, where that differs from the defaults.
create table notification_preferences (
  account_id uuid not null references accounts on delete cascade,
  topic text not null,
  bell boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (account_id, topic)
);

-- Where a browser receives pushes: one per session, and gone with it.
create table push_subscriptions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  session_hash bytea not null unique references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null
);
create index push_subscriptions_by_account on push_subscriptions (account_id, created_at);

-- A notification that is not shown in the bell: it is stored for its pushes and for its `once`.
alter table notifications add in_bell boolean not null default true;

-- The outbox of pushes: one row for each notification and subscription, deleted once it was sent or given up. The
-- subscription has no foreign key, since pushes are queued while stock is locked, and the end of a session would be
-- waited for.
create table pushes (
  id uuid primary key,
  notification_id uuid not null references notifications on delete cascade,
  subscription_id uuid not null,
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  tries integer not null default 0,
  claimed_until timestamptz(3),
  last_error text,
  constraint pushes_once unique (notification_id, subscription_id)
);
create index pushes_due on pushes (next_at);
