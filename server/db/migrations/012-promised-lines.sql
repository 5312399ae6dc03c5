-- Few lines are promised for a day; who waits for what is looked up among them alone.
create index order_items_promised on order_items (product_id, order_id) where expected_stock_date is not null;
