-- The report of the best-selling products asks whether any line of a product has another unit than the product has now.
-- Without the unit in the index all lines of every product would be read; now, only those in a former unit. The new
-- index is built first, as dropping the old one keeps other processes from reading the lines until the end.
create index order_items_by_product_and_unit on order_items (product_id, unit);
drop index order_items_by_product;
alter index order_items_by_product_and_unit rename to order_items_by_product;
