-- When an order got a lot: only what it had by the end of its delivery day can have left on that day. Null for picks of
-- earlier versions.
alter table order_lots add column picked_at timestamptz(3);
