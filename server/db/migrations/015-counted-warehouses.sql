-- In which warehouse it was counted, since both may have the same goods. Empty where the product was gone before this.
alter table stock_count_items add column warehouse text;
update stock_count_items set warehouse = products.warehouse from products where products.id = product_id;
