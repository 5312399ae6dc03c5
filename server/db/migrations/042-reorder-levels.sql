-- From which available quantity on a product is to be reordered, and in which multiples; null: not said.
create table reorder_levels (
  product_id uuid primary key references products on delete cascade,
  reorder_point bigint check (reorder_point >= 0),
  reorder_quantity bigint check (reorder_quantity > 0)
);
