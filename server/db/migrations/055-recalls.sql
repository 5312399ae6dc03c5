-- Which customers have been told of the recall of which lots; each once. A row outlives its customer.
create table recall_letters (
  lot_id uuid not null references lots,
  customer_id uuid not null,
  told_at timestamptz(3) not null,
  told_by_admin_name text not null,
  primary key (lot_id, customer_id)
);
