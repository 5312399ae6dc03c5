-- The lists of a customer, which the customer, the marketer and admins share. `version` counts the changes; whoever changes a
-- list holds the lock of its row.
create table order_lists (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  name text not null,
  -- The name folded for comparison: `Mutfak` and `mutfak` are one name.
  name_key text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  unique (customer_id, name_key)
);

-- Products may be deleted: their name, brand and unit are kept as they were when the line was added.
create table order_list_lines (
  list_id uuid not null references order_lists on delete cascade,
  product_id uuid not null,
  position integer not null,
  target integer check (target > 0),
  product_name text not null,
  brand text not null,
  unit text not null,
  primary key (list_id, product_id)
);
