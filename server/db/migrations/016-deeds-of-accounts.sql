-- Before an account goes, all that names it is looked for: without these, in every order there has ever been.
create index orders_by_creator on orders (created_by_marketer_id) where created_by_marketer_id is not null;
create index orders_by_reviser on orders (revised_by_marketer_id) where revised_by_marketer_id is not null;
create index order_revisions_by_marketer on order_revisions (marketer_id);
create index custom_orders_by_creator on custom_orders (created_by_marketer_id) where created_by_marketer_id is not null;
