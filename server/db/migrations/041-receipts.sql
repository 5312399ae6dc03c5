-- Receipts of goods, kept for ever; a reversed one keeps its rows. `search_text` is folded: supplier, delivery note and
-- the names of the products.
create table receipts (
  id uuid primary key,
  created_at timestamptz(3) not null,
  created_by_id uuid,
  created_by_admin_name text,
  supplier text,
  delivery_note text,
  notes text,
  reversed_at timestamptz(3),
  reversed_by_id uuid,
  reversed_by_admin_name text,
  search_text text not null
);
create index receipts_newest on receipts (created_at, id);

-- The products as they were; a row outlives its product.
create table receipt_items (
  receipt_id uuid not null references receipts,
  product_id uuid not null,
  position bigint generated always as identity,
  product_name text not null,
  brand text not null,
  unit text not null,
  warehouse text not null,
  quantity bigint not null check (quantity > 0),
  primary key (receipt_id, product_id)
);

-- The receipts from before, of the products that still exist.
create temporary table earlier on commit drop as
  select gen_random_uuid() as id, stock_ledger.created_at, actor_id, actor_name, note
  from stock_ledger join products on products.id = product_id where reason = 'receipt'
  group by stock_ledger.created_at, actor_id, actor_name, note;
insert into receipts (id, created_at, created_by_id, created_by_admin_name, notes, search_text)
  select id, created_at, actor_id, actor_name, note, '' from earlier;
insert into receipt_items (receipt_id, product_id, product_name, brand, unit, warehouse, quantity)
  select earlier.id, product_id, products.name, products.brand, products.unit, products.warehouse, sum(on_hand_change)
  from earlier join stock_ledger as moved on reason = 'receipt' and moved.created_at = earlier.created_at
    and (moved.actor_id, moved.actor_name, moved.note) is not distinct from (earlier.actor_id, earlier.actor_name, earlier.note)
  join products on products.id = product_id
  group by earlier.id, product_id, products.name, products.brand, products.unit, products.warehouse
  having sum(on_hand_change) > 0
  order by min(moved.id);
update receipts set search_text = names.text from (
  select receipt_id, string_agg(split_part(products.search_text, E'\n', 1), ' ') as text
  from receipt_items join products on products.id = product_id group by receipt_id
) as names where receipt_id = receipts.id;
