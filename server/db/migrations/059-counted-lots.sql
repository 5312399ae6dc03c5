-- What was counted of the lots of a product; the rest of its counted quantity is goods without a lot.
create table stock_count_lots (
  count_id uuid not null,
  product_id uuid not null,
  position bigint generated always as identity,
  code text not null,
  expires_on date,
  expiry_kind text check (expiry_kind in ('skt', 'tett')),
  counted_quantity bigint not null check (counted_quantity >= 0),
  check ((expires_on is null) = (expiry_kind is null)),
  foreign key (count_id, product_id) references stock_count_items on delete cascade
);
create unique index stock_count_lots_code
  on stock_count_lots (count_id, product_id, lower(code collate "C"), expires_on) nulls not distinct;
