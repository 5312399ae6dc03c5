-- Of which customer a marketer was told: who is no longer its marketer is shown it no longer. No reference, since news
-- are written while stock is locked, and a customer that is being deleted is locked before stock.
alter table notifications add customer_id uuid;
create index notifications_about_customer on notifications (customer_id) where customer_id is not null;

-- Deleting orders looks here for the quotes that they came from.
create index custom_orders_by_order on custom_orders (order_id);
