-- The goods picked for open orders, by product: they are replaced when one of its lots is blocked or corrected, while its
-- stock is locked. Those that were taken stay in the table.
create index order_lots_open on order_lots (product_id, order_id) where taken is null;
