-- Which lots of which orders customers have been told of, so that they are also told of goods that leave later.
-- `order_id` is null where it is not known, such as for deleted customers; these rows remain as proof.
alter table recall_letters drop constraint recall_letters_pkey, add column order_id uuid;

-- Existing letters told of goods that had left before. Whether they told of an open order cannot be known.
insert into recall_letters (lot_id, customer_id, told_at, told_by_admin_name, order_id)
select distinct letter.lot_id, letter.customer_id, told_at, told_by_admin_name, orders.id
from recall_letters as letter
  join orders on orders.customer_id = letter.customer_id
  join lot_ledger on lot_ledger.lot_id = letter.lot_id and lot_ledger.order_id = orders.id::text
where on_hand_change < 0 and lot_ledger.created_at <= told_at;

delete from recall_letters as letter
where order_id is null and exists (
  select from recall_letters as known
  where known.order_id is not null and known.lot_id = letter.lot_id and known.customer_id = letter.customer_id
);

alter table recall_letters add unique (lot_id, order_id);
