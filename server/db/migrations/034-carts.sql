-- The cart of a customer's account, or that a marketer's account fills for a customer. `version` counts its changes; whoever
-- changes it holds the lock of its row.
create table carts (
  account_id uuid not null references accounts on delete cascade,
  customer_id uuid not null references customers on delete cascade,
  version integer not null,
  primary key (account_id, customer_id)
);
create index carts_of_customer on carts (customer_id);

-- Its lines. One of quantity 0 was removed or ordered; it remains for a while, so that a device that did not know of that does
-- not bring it back. Products may be deleted: screens then say so.
create table cart_lines (
  account_id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  quantity integer not null check (quantity >= 0),
  taken integer not null,
  take_id uuid,
  put_id uuid,
  price bigint not null,
  vat_rate integer not null,
  promised_for date,
  version integer not null,
  position bigint not null,
  changed_at timestamptz(3) not null,
  primary key (account_id, customer_id, product_id),
  foreign key (account_id, customer_id) references carts on delete cascade
);
