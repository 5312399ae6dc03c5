create table products (
  id uuid primary key,
  name text collate "tr-x-icu" not null,
  brand text collate "tr-x-icu" not null,
  category text collate "tr-x-icu" not null,
  price bigint not null check (price >= 0),
  unit text not null,
  vat_rate integer not null,
  expected_stock_date date,
  image_url text,
  barcode text,
  description text not null,
  is_active boolean not null,
  warehouse text not null,
  search_text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint products_barcode unique (warehouse, barcode)
);
create index products_by_name on products (name, id);
create index products_by_category on products (category, name, id);
create index products_search on products using gin (search_text gin_trgm_ops);

-- The current figures. They change only together with a row of the ledger; `moved_at` is the last change of on_hand.
create table stock (
  product_id uuid primary key references products on delete cascade,
  on_hand bigint not null check (on_hand >= 0),
  reserved bigint not null check (reserved >= 0),
  moved_at timestamptz(3) not null
) with (fillfactor = 70);

-- Every movement, kept for ever: a row outlives the product, order and actor that it names.
create table stock_ledger (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null,
  product_id uuid not null,
  reason text not null,
  on_hand_change bigint not null,
  reserved_change bigint not null,
  on_hand_after bigint not null,
  reserved_after bigint not null,
  actor_id uuid,
  actor_name text,
  order_id text,
  count_id text,
  note text
);
create index stock_ledger_by_product on stock_ledger (product_id, id);
create trigger stock_ledger_append_only before update or delete or truncate on stock_ledger
  for each statement execute function refuse_change();
