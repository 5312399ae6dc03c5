alter table products
  add column lot_tracking text not null default 'off' check (lot_tracking in ('off', 'asked', 'required'));

-- A lot of a product, kept for ever: a row outlives its product. A blocked one is neither sold nor picked: what is on hand
-- of it counts as reserved. `picked` is what open orders will take.
create table lots (
  id uuid primary key,
  product_id uuid not null,
  code text not null,
  expires_on date,
  expiry_kind text check (expiry_kind in ('skt', 'tett')),
  supplier text,
  delivery_note text,
  received_at timestamptz(3) not null,
  on_hand bigint not null default 0 check (on_hand >= 0),
  picked bigint not null default 0 check (picked >= 0),
  blocked_at timestamptz(3),
  blocked_by_admin_name text,
  block_reason text,
  check ((expires_on is null) = (expiry_kind is null)),
  check ((blocked_at is null) = (block_reason is null))
);
create unique index lots_code on lots (product_id, lower(code collate "C"), expires_on) nulls not distinct;
create index lots_by_expiry on lots (expires_on, id) where on_hand > 0;

-- What of the stock on hand is in lots; the rest is without one.
alter table stock add column in_lots bigint not null default 0;
alter table stock add constraint stock_in_lots check (in_lots between 0 and on_hand);

-- Every movement of a lot, kept for ever, in the transaction of the product's own in stock_ledger.
create table lot_ledger (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null,
  lot_id uuid not null references lots,
  reason text not null,
  on_hand_change bigint not null,
  on_hand_after bigint not null,
  actor_id uuid,
  actor_name text,
  order_id text,
  count_id text,
  note text
);
create index lot_ledger_by_lot on lot_ledger (lot_id, id);
create trigger lot_ledger_append_only before update or delete or truncate on lot_ledger
  for each statement execute function refuse_change();

-- The lots that a receipt brought.
create table receipt_lots (
  receipt_id uuid not null references receipts,
  lot_id uuid not null references lots,
  quantity bigint not null check (quantity > 0),
  primary key (receipt_id, lot_id)
);
create index receipt_lots_by_lot on receipt_lots (lot_id);

-- The lots that an order gets or got. `taken` is null until its goods have left the stock; a row outlives a deleted order,
-- whose goods have left.
create table order_lots (
  order_id uuid not null,
  lot_id uuid not null references lots,
  product_id uuid not null,
  quantity bigint not null check (quantity > 0),
  taken bigint check (taken >= 0),
  reason text,
  primary key (order_id, lot_id)
);
create index order_lots_by_lot on order_lots (lot_id);
