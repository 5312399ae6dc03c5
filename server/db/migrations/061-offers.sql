-- Products that sell goods of a lot near its expiry at a price of their own. Their goods were moved out of `lot_id`, a lot of
-- `source_id`, into `offer_lot_id`. `ended_at`: what orders give back goes to the source lot again.
create table offers (
  product_id uuid primary key references products,
  source_id uuid not null references products,
  lot_id uuid not null unique references lots,
  offer_lot_id uuid not null unique references lots,
  ended_at timestamptz(3)
);
create index offers_by_source on offers (source_id);

-- One row, once an admin has changed it.
create table offer_settings (
  id boolean primary key default true check (id),
  is_allowed boolean not null
);

-- The catalogue shows the price of the source beside that of its offers.
create function log_sources_of_offers() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids)
    select 'products', case when count(*) <= 1000 then array_agg(offers.product_id) end
    from offers join changed on changed.id = source_id having count(*) > 0;
  return null;
end $$;
create trigger products_updated_for_offers after update on products
  referencing new table as changed for each statement execute function log_sources_of_offers();
