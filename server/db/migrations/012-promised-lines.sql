-- Few lines are promised for a day; the customers that wait for a product are found among these alone.
create index order_items_promised on order_items (product_id, order_id) where expected_stock_date is not null;
