-- When a standing order was last checked with nothing left to do. A day whose order should have been made before, and
-- that is found only now, was closed then: its order has not been missed.
alter table standing_orders add checked_at timestamptz(3);
