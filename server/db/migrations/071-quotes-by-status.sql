-- Most quotes are decided: the few that wait for an answer or a decision were found only by reading all of them, as the
-- admins' statistics did with every request.
create index custom_orders_by_status on custom_orders (status, created_at, id);
