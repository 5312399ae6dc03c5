-- The unit in which the quantities were entered. They apply only while the product has it. Null if a program from before
-- this migration has added the row: then it is the product's.
alter table reorder_levels add column unit text;
update reorder_levels set unit = products.unit from products where products.id = product_id;
