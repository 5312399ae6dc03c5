-- Whether the catalogue says the expiry of the lot while there is something of it to sell.
alter table lots add column in_catalogue boolean not null default false;

create function log_lot_in_catalogue() returns trigger language plpgsql set search_path from current as $$
begin
  insert into changes (kind, ids) values ('products', array[new.product_id]);
  return null;
end $$;
-- The other columns that decide it change with the product's stock.
create trigger lots_in_catalogue after update on lots
  for each row when (old.in_catalogue <> new.in_catalogue) execute function log_lot_in_catalogue();
