-- Requests for goods outside the catalogue or at other prices. `items` and `answer` have the shapes of contract/quotes.ts,
-- with amounts in whole kuruş.
create table custom_orders (
  id uuid primary key,
  customer_id uuid not null references customers on delete cascade,
  created_by_marketer_id uuid references accounts,
  status text not null check (status in ('yeni', 'cevaplandi', 'kabul', 'red')),
  created_at timestamptz(3) not null,
  items jsonb not null,
  notes text,
  answer jsonb,
  order_id uuid references orders on delete set null
);
create index custom_orders_newest on custom_orders (created_at, id);
create index custom_orders_by_customer on custom_orders (customer_id, created_at, id);
