-- The due days for which an order was planned at the last check of a standing order. A day that was not among them, and
-- for which it is too late now, was closed then: its order has not been missed, however late the day was opened.
alter table standing_orders add planned_days text[] not null default '{}';
