-- Amounts are whole kuruş. The user_* columns hold the customer's data of the moment of ordering.
create table orders (
  id uuid primary key,
  customer_id uuid not null references customers,
  status text not null check (status in ('beklemede', 'hazirlaniyor', 'tamamlandi', 'iptal')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  subtotal bigint not null,
  total_vat bigint not null,
  grand_total bigint not null,
  notes text,
  user_company text not null,
  user_username text not null,
  user_email text not null,
  user_phone text not null,
  user_address text not null,
  created_by_marketer_id uuid references accounts,
  revised_by_marketer_id uuid references accounts,
  revised_by_marketer_name text,
  revision_count integer not null default 0,
  search_text text not null
);
create unique index orders_number on orders (left(id::text, 8));
create index orders_newest on orders (created_at, id);
create index orders_by_customer on orders (customer_id, created_at, id);
create index orders_by_status on orders (status, created_at, id);
create index orders_search on orders using gin (search_text gin_trgm_ops);

-- `taken` is the quantity that a completed order took from the stock on hand; less than ordered if there was a shortage.
create table order_items (
  order_id uuid not null references orders on delete cascade,
  position integer not null,
  product_id uuid not null references products,
  product_name text not null,
  brand text not null,
  unit text not null,
  quantity bigint not null check (quantity > 0),
  price bigint not null,
  vat_rate integer not null,
  total_price bigint not null,
  expected_stock_date date,
  taken bigint,
  primary key (order_id, position),
  constraint order_items_product unique (order_id, product_id)
);
create index order_items_by_product on order_items (product_id);

create table order_revisions (
  order_id uuid not null references orders on delete cascade,
  revision integer not null,
  created_at timestamptz(3) not null,
  marketer_id uuid not null references accounts,
  marketer_name text not null,
  notes_before text,
  notes_after text,
  lines jsonb not null,
  primary key (order_id, revision)
);
