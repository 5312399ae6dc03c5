-- The progress of running imports, one per admin, where every process can read it.
create table customer_imports (
  account_id uuid primary key references accounts on delete cascade,
  done integer not null,
  total integer not null,
  noted_at timestamptz(3) not null
);
