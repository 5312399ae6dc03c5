-- Deleting an account searches for all rows that name it; without these indexes it would read every order.
create index orders_by_creator on orders (created_by_marketer_id) where created_by_marketer_id is not null;
create index orders_by_reviser on orders (revised_by_marketer_id) where revised_by_marketer_id is not null;
create index order_revisions_by_marketer on order_revisions (marketer_id);
create index custom_orders_by_creator on custom_orders (created_by_marketer_id) where created_by_marketer_id is not null;
