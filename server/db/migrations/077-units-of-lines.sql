-- The report of the best-selling products asks whether any line of a product has another unit than the product has now.
-- Nearly none does, but without the unit in the index all lines of the product would be read.
drop index order_items_by_product;
create index order_items_by_product on order_items (product_id, unit);
