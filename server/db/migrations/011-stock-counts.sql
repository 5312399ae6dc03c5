-- Counted stock. A count is open until `finalized_at`; several may be open at once.
create table stock_counts (
  id uuid primary key,
  count_date date not null,
  created_at timestamptz(3) not null,
  created_by_id uuid not null,
  created_by_admin_name text not null,
  finalized_at timestamptz(3),
  finalized_by_id uuid,
  finalized_by_admin_name text
);
create index stock_counts_newest on stock_counts (created_at, id);
create index stock_counts_finalized on stock_counts (finalized_at, id) where finalized_at is not null;

-- A row outlives its product. `on_hand_before` and `price` are those at the moment of finalizing, null if the product had
-- been deleted by then.
create table stock_count_items (
  count_id uuid not null references stock_counts on delete cascade,
  product_id uuid not null,
  position bigint generated always as identity,
  product_name text not null,
  brand text not null,
  unit text not null,
  counted_quantity bigint not null check (counted_quantity >= 0),
  image_url text,
  notes text,
  on_hand_before bigint,
  price bigint,
  primary key (count_id, product_id)
);
create index stock_count_items_in_order on stock_count_items (count_id, position);
