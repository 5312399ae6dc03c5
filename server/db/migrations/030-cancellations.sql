-- Who has cancelled an order, and why; empty unless it is cancelled, and for orders that were cancelled before.
alter table orders
  add cancelled_by text check (cancelled_by in ('customer', 'marketer', 'admin')),
  add cancelled_by_name text,
  add cancel_reason text;
