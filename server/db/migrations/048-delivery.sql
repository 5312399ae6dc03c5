-- When goods are delivered: routes, their customers in loading order, what deviates from them by day, and what they have in
-- common. A portal without routes has orders without a delivery day. Amounts are kuruş; a null one is that of the next
-- level (customer, route, all).
create table delivery_settings (
  -- At most one row; without it the defaults hold.
  id boolean primary key default true check (id),
  closed_on_holidays boolean not null default true,
  closed_on_half_days boolean not null default false,
  minimum bigint check (minimum >= 0),
  fee bigint check (fee >= 0)
);

create table delivery_routes (
  id uuid primary key,
  name text not null,
  -- The name folded for comparison.
  name_key text not null unique,
  -- Of ISO 8601: 1 is Monday.
  weekdays smallint[] not null,
  -- HH:MM in Istanbul, `days_before` days before the delivery.
  cutoff_time text not null,
  days_before integer not null check (days_before >= 0),
  capacity integer check (capacity > 0),
  minimum bigint check (minimum >= 0),
  fee bigint check (fee >= 0),
  version integer not null default 1,
  created_at timestamptz(3) not null
);

-- Customers with a route, a minimum of their own, or both. `position` is the place in the loading order, with gaps.
create table delivery_customers (
  customer_id uuid primary key references customers on delete cascade,
  route_id uuid references delivery_routes on delete set null,
  position integer not null default 0,
  minimum bigint check (minimum >= 0)
);
create index delivery_customers_by_route on delivery_customers (route_id, position);

create table delivery_exceptions (
  id uuid primary key,
  date date not null,
  route_id uuid references delivery_routes on delete cascade,
  kind text not null check (kind in ('closed', 'extra')),
  note text not null,
  unique nulls not distinct (date, route_id)
);

-- The route may change or be deleted; the order keeps its id and its name. The fee includes its VAT and is part of the grand total only.
alter table orders
  add delivery_date date,
  add delivery_route_id uuid,
  add delivery_route text,
  add delivery_fee bigint not null default 0 check (delivery_fee >= 0);
create index orders_by_delivery_route on orders (delivery_route_id, delivery_date) where delivery_route_id is not null;
create index orders_by_delivery_date on orders (delivery_date) where delivery_date is not null;

alter table order_revisions
  add delivery_date_before date,
  add delivery_date_after date;
