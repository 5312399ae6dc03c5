-- Imports of workbooks: their progress while they are running, where every process can read it, and their results. `noted_at` is
-- when the process that runs an import was last seen; `total` is null until the file has been read.
create table import_runs (
  id uuid primary key,
  kind text not null check (kind in ('products', 'customers')),
  account_id uuid not null references accounts on delete cascade,
  actor_name text not null,
  key text,
  warehouse text,
  file_name text not null,
  file_hash bytea not null,
  export_mark jsonb,
  started_at timestamptz(3) not null,
  noted_at timestamptz(3) not null,
  finished_at timestamptz(3),
  done integer not null default 0,
  total integer,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  failure text,
  warnings jsonb not null default '[]',
  seen_at timestamptz(3)
);
create unique index import_runs_unfinished on import_runs (account_id, key) where finished_at is null;
create index import_runs_by_time on import_runs (started_at, id);

-- The rows that an import of products refused, with their cells, so that they can be mended and imported again.
create table refused_import_rows (
  import_id uuid not null references import_runs on delete cascade,
  row integer not null,
  name text,
  cells jsonb not null,
  faults jsonb not null,
  primary key (import_id, row)
);

-- The progress of imports of customers is in `import_runs`, too.
drop table customer_imports;
