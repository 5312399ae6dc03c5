-- The last movements of a product and of its lots when it was counted, so that what has moved since is known before the
-- count is finalized. Null if it was counted by an earlier version.
alter table stock_count_items add column last_movement_id bigint, add column last_lot_movement_id bigint;
