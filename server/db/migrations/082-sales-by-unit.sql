-- Quantities and amounts of products by month have units, so that the report of the best-selling products need not look
-- for lines in former units, which are all lines of products whose units have changed.
-- All locks of this migration first, in the order of other processes: orders are locked before lines and notes are
-- written, the job that adds notes to the sums begins with those of orders, and reports read the sums before the notes.
-- A transaction that changes an order has finished its notes by then, or begins them after this migration.
lock table orders, order_items, order_changes in exclusive mode;
lock table monthly_product_line_sums in access exclusive mode;

alter table line_changes add column units text[];
alter table monthly_product_sales add column unit text;
alter table monthly_product_sales drop constraint monthly_product_sales_pkey;

-- Notes from before have no units: that of all lines of the product, else that of the product now.
update line_changes set units = array(
  select coalesce(case when least = greatest then least end, (select unit from products where id = line.product_id), '')
  from unnest(product_ids) with ordinality as line (product_id, place),
    lateral (
      select min(unit) as least, max(unit) as greatest from order_items where order_items.product_id = line.product_id
    ) as known
  order by place
);
alter table line_changes alter column units set not null;

create or replace view product_line_changes as
  select day, line.product_id, line.quantity, line.amount, line.unit
  from line_changes, unnest(product_ids, quantities, amounts, units) as line (product_id, quantity, amount, unit)
  where counts_as_revenue(status);

create or replace view monthly_product_line_sums as
  select month, product_id, quantity, amount, unit from monthly_product_sales
  union all
  select date_trunc('month', day::timestamp)::date, product_id, quantity, amount, unit from product_line_changes;

-- Only of products that were sold in several units are the lines read.
with known as materialized (
  select product_id, least, greatest
  from (select distinct product_id from monthly_product_sales) as sold,
    lateral (
      select min(unit) as least, max(unit) as greatest from order_items where order_items.product_id = sold.product_id
    ) as units
),
in_one_unit as (
  update monthly_product_sales as sums
  set unit = coalesce(least, (select unit from products where id = sums.product_id), '')
  from known where known.product_id = sums.product_id and least is not distinct from greatest
),
in_several_units as (
  delete from monthly_product_sales as sums using known where known.product_id = sums.product_id and least < greatest
)
insert into monthly_product_sales (month, product_id, unit, quantity, amount)
  select month, product_id, unit, sum(quantity), sum(amount)
  from (
    select date_trunc('month', istanbul_day(created_at)::timestamp)::date as month, line.product_id, unit, quantity,
      amount_with_vat(total_price, vat_rate) as amount
    from known join order_items as line using (product_id) join orders on orders.id = order_id
    where least < greatest and counts_as_revenue(status)
    union all
    -- What the notes hold is added when they are deleted, so it is left out.
    select date_trunc('month', day::timestamp)::date, product_id, unit, -quantity, -amount
    from product_line_changes join known using (product_id) where least < greatest
  ) as lines
  group by 1, 2, 3;

alter table monthly_product_sales alter column unit set not null, add primary key (month, product_id, unit);

-- As in migration 020, with units.
create or replace function note_lines_of(order_id uuid, at timestamptz, status text, sign integer) returns void
  language sql set search_path from current as $$
  insert into line_changes (day, status, product_ids, quantities, amounts, units)
    select istanbul_day(at), note_lines_of.status, array_agg(product_id), array_agg(sign * quantity),
      array_agg(sign * amount_with_vat(total_price, vat_rate)), array_agg(unit)
    from order_items where order_items.order_id = note_lines_of.order_id having count(*) > 0;
$$;

create or replace function note_added_lines() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts, units)
    select istanbul_day(created_at), status, product_ids, quantities, amounts, units
    from (
      select order_id, array_agg(product_id) as product_ids, array_agg(quantity) as quantities,
        array_agg(amount_with_vat(total_price, vat_rate)) as amounts, array_agg(unit) as units
      from added group by order_id
    ) as lines join orders on orders.id = order_id;
  return null;
end $$;

create or replace function note_removed_lines() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts, units)
    select istanbul_day(created_at), status, product_ids, quantities, amounts, units
    from (
      select order_id, array_agg(product_id) as product_ids, array_agg(-quantity) as quantities,
        array_agg(-amount_with_vat(total_price, vat_rate)) as amounts, array_agg(unit) as units
      from removed group by order_id
    ) as lines join orders on orders.id = order_id;
  return null;
end $$;

create or replace function note_changed_line() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts, units)
    select istanbul_day(created_at), status, array[old.product_id, new.product_id], array[-old.quantity, new.quantity],
      array[-amount_with_vat(old.total_price, old.vat_rate), amount_with_vat(new.total_price, new.vat_rate)],
      array[old.unit, new.unit]
    from orders where id = new.order_id;
  return null;
end $$;
create or replace trigger order_items_changed
  after update of product_id, quantity, total_price, vat_rate, unit on order_items
  for each row execute function note_changed_line();

-- As in migration 033, with units.
create or replace function sum_months_of_products() returns trigger language plpgsql set search_path from current as $$
begin
  insert into monthly_product_sales as sums (month, product_id, unit, quantity, amount)
    select date_trunc('month', day::timestamp)::date, line.product_id, line.unit, sum(line.quantity), sum(line.amount)
    from added, unnest(product_ids, quantities, amounts, units) as line (product_id, quantity, amount, unit)
    where counts_as_revenue(status) group by 1, 2, 3 order by 1, 2, 3
    on conflict (month, product_id, unit)
      do update set quantity = sums.quantity + excluded.quantity, amount = sums.amount + excluded.amount;
  return null;
end $$;

create or replace function sum_all_orders() returns void language sql set search_path from current as $$
  with forgotten_orders as (delete from order_changes),
  forgotten_lines as (delete from line_changes),
  forgotten_moves as (delete from moved_products),
  sums as (
    select istanbul_day(created_at) as day, customer_id, status, count(*) as orders, sum(grand_total)::bigint as amount
    from orders group by 1, 2, 3
  ),
  lines as (
    select istanbul_day(orders.created_at) as day, product_id, category, order_items.unit,
      sum(quantity)::bigint as quantity, sum(amount_with_vat(total_price, order_items.vat_rate))::bigint as amount
    from order_items join orders on orders.id = order_id join products on products.id = product_id
    where counts_as_revenue(status) group by 1, 2, 3, 4
  ),
  days as (insert into daily_sales select day, status, sum(orders), sum(amount) from sums group by 1, 2),
  customers as (insert into customer_sales select customer_id, status, sum(orders), sum(amount) from sums group by 1, 2),
  months as (
    insert into monthly_customer_sales
    select date_trunc('month', day::timestamp)::date, customer_id, sum(orders), sum(amount)
    from sums where counts_as_revenue(status) group by 1, 2 order by 1, 2
  ),
  sold as (insert into product_sales select product_id, sum(quantity) from lines group by 1),
  sold_monthly as (
    insert into monthly_product_sales (month, product_id, unit, quantity, amount)
    select date_trunc('month', day::timestamp)::date, product_id, unit, sum(quantity), sum(amount)
    from lines group by 1, 2, 3 order by 1, 2, 3
  ),
  categories as (insert into summed_categories select distinct product_id, category from lines)
  insert into category_sales select day, category, sum(quantity), sum(amount) from lines group by 1, 2 order by 1, 2;
$$;
