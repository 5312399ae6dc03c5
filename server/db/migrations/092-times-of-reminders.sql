-- When the order was to be made according to its reminder: if that is earlier now, another reminder follows. Null for
-- reminders of earlier versions.
alter table standing_order_days add column reminded_until timestamptz(3);

-- The orders that were made last are shown, also those of days that were due long before.
create index standing_order_days_made on standing_order_days (standing_order_id, made_at) where made_at is not null;
