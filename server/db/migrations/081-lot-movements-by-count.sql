-- A finalized count shows what it changed. Without the index all movements of its lots would be read.
-- The ledger is locked after the orders, as by requests that complete orders.
lock table orders in exclusive mode;
create index lot_ledger_by_count on lot_ledger (count_id, lot_id) where count_id is not null;
