-- The warehouse of the counted product, since both may have the same goods; null if the product was deleted before.
alter table stock_count_items add column warehouse text;
update stock_count_items set warehouse = products.warehouse from products where products.id = product_id;
