-- The customer that a marketer's notification is about: it is hidden once the marketer is no longer the customer's. No
-- foreign key, since notifications are inserted while stock is locked, and a deletion locks the customer before stock.
alter table notifications add customer_id uuid;
create index notifications_about_customer on notifications (customer_id) where customer_id is not null;

-- Deleting orders searches for the quotes that they came from.
create index custom_orders_by_order on custom_orders (order_id);
