-- The unit in which the quantities were entered. They apply only while the product has it.
alter table reorder_levels add column unit text;
update reorder_levels set unit = products.unit from products where products.id = product_id;
alter table reorder_levels alter column unit set not null;
