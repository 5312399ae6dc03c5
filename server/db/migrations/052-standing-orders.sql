-- Orders that are made again and again on chosen weekdays. `version` counts the changes.
create table standing_orders (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  notes text,
  -- Monday is 1.
  weekdays smallint[] not null,
  every_weeks smallint not null check (every_weeks > 0),
  starts_on date not null,
  ends_on date,
  closed_days text not null check (closed_days in ('move', 'skip')),
  shortages text not null check (shortages in ('reduce', 'leave_out')),
  is_paused boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  -- Only orders that are to be made after this instant are: not those of a pause, or of days before a change.
  effective_from timestamptz(3) not null,
  -- When the portal looks at it next.
  check_at timestamptz(3) not null
);

create index standing_orders_customer on standing_orders (customer_id);
create index standing_orders_check on standing_orders (check_at) where not is_paused;

-- Products may be deleted: their name, brand and unit are kept as they were when the line was added.
create table standing_order_lines (
  standing_order_id uuid not null references standing_orders on delete cascade,
  product_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  product_name text not null,
  brand text not null,
  unit text not null,
  primary key (standing_order_id, product_id)
);

-- What was changed for a due day alone, and what became of it. The key lets each day be made once.
create table standing_order_days (
  standing_order_id uuid not null references standing_orders on delete cascade,
  due_on date not null,
  is_skipped boolean not null default false,
  moved_to date,
  -- The quantities of this day alone, as `[{ "product_id", "quantity" }]`.
  items jsonb,
  reminded_at timestamptz(3),
  -- When an order was made, or could not be made, and for which day.
  made_at timestamptz(3),
  day date,
  order_id uuid unique,
  shortages jsonb,
  failure text,
  primary key (standing_order_id, due_on)
);
