-- The lots, or none, that pickers have chosen for lines of orders in preparation, as [{"lot_id", "quantity"}].
create table lot_choices (
  order_id uuid not null references orders on delete cascade,
  product_id uuid not null,
  lots jsonb not null,
  primary key (order_id, product_id)
);

-- The last choices that the audit trail names, as far as the lines still have these lots. It names products by their
-- names only, so that the choices for products of the same name in one order are not known.
insert into lot_choices (order_id, product_id, lots)
select order_id, product_id, picks.lots
from orders join order_items on order_id = orders.id
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('lot_id', lot_id, 'quantity', quantity)), '[]') as lots,
      coalesce(jsonb_agg(code || ': ' || replace(to_char(quantity, 'FM999,999,999,999'), ',', '.')), '[]') as texts
    from order_lots join lots on lots.id = lot_id
    where order_lots.order_id = orders.id and order_lots.product_id = order_items.product_id and taken is null
  ) as picks
  cross join lateral (
    select after -> 'lots' as texts from audit_log
    where entity = 'order' and entity_id = orders.id::text and created_at >= orders.updated_at
      and action = 'updated' and after ? 'lots' and after ->> 'product_name' = product_name
    order by created_at desc, id desc limit 1
  ) as chosen
where status = 'hazirlaniyor' and chosen.texts @> picks.texts and chosen.texts <@ picks.texts
  and not exists (
    select from order_items as namesake
    where namesake.order_id = orders.id and namesake.product_name = order_items.product_name
      and namesake.product_id <> order_items.product_id
  );
