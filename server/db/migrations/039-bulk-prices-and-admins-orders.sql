-- Changes of many prices at once, with the former and the new price (kuruş) of each product, so that they can be undone.
-- One that undoes another has no rule. `value` is in hundredths of a percent or of a lira.
create table price_changes (
  id uuid primary key,
  created_at timestamptz(3) not null,
  actor_id uuid not null references accounts,
  actor_name text not null,
  kind text check (kind in ('percent', 'amount')),
  value integer,
  step integer check (step in (1, 5, 10)),
  undoes uuid references price_changes,
  undone_at timestamptz(3),
  lines jsonb not null
);
create index price_changes_by_time on price_changes (created_at, id);

-- The role that placed an order for its customer, and the marketer's name; empty if the customer placed it. Orders that
-- marketers placed before have only `created_by_marketer_id`.
alter table orders
  add placed_by text check (placed_by in ('marketer', 'admin')),
  add placed_by_name text;

-- Admins revise orders, too. `marketer_name` is then the name of the admin.
alter table order_revisions
  drop constraint order_revisions_actor_role_check,
  add constraint order_revisions_actor_role_check check (actor_role in ('marketer', 'customer', 'admin'));
