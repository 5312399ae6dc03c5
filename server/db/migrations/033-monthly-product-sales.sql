-- Quantities and amounts of products by month, of what counts as revenue; amounts include VAT, rounded line by line.
create table monthly_product_sales (
  month date not null,
  product_id uuid not null,
  quantity bigint not null,
  amount bigint not null,
  primary key (month, product_id)
);

create view monthly_product_line_sums as
  select month, product_id, quantity, amount from monthly_product_sales
  union all
  select date_trunc('month', day::timestamp)::date, product_id, quantity, amount from product_line_changes;

-- As in migration 020, with the months of products.
create or replace function sum_all_orders() returns void language sql set search_path from current as $$
  with forgotten_orders as (delete from order_changes),
  forgotten_lines as (delete from line_changes),
  forgotten_moves as (delete from moved_products),
  sums as (
    select istanbul_day(created_at) as day, customer_id, status, count(*) as orders, sum(grand_total)::bigint as amount
    from orders group by 1, 2, 3
  ),
  lines as (
    select istanbul_day(orders.created_at) as day, product_id, category, sum(quantity)::bigint as quantity,
      sum(amount_with_vat(total_price, order_items.vat_rate))::bigint as amount
    from order_items join orders on orders.id = order_id join products on products.id = product_id
    where counts_as_revenue(status) group by 1, 2, 3
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
    insert into monthly_product_sales
    select date_trunc('month', day::timestamp)::date, product_id, sum(quantity), sum(amount)
    from lines group by 1, 2 order by 1, 2
  ),
  categories as (insert into summed_categories select distinct product_id, category from lines)
  insert into category_sales select day, category, sum(quantity), sum(amount) from lines group by 1, 2 order by 1, 2;
$$;

-- Adds to the months what is added to the other sums and so deleted from the notes. A trigger, because a program of an
-- earlier version that still runs beside this one deletes notes, too.
create function sum_months_of_products() returns trigger language plpgsql set search_path from current as $$
begin
  insert into monthly_product_sales as sums (month, product_id, quantity, amount)
    select date_trunc('month', day::timestamp)::date, line.product_id, sum(line.quantity), sum(line.amount)
    from added, unnest(product_ids, quantities, amounts) as line (product_id, quantity, amount)
    where counts_as_revenue(status) group by 1, 2 order by 1, 2
    on conflict (month, product_id)
      do update set quantity = sums.quantity + excluded.quantity, amount = sums.amount + excluded.amount;
  return null;
end $$;
create trigger line_changes_added after delete on line_changes
  referencing old table as added for each statement
  when (current_setting('toptan.summing_anew', true) is distinct from 'on')
  execute function sum_months_of_products();

-- What the notes hold is added when they are deleted, so it is left out.
insert into monthly_product_sales
  select month, product_id, sum(quantity), sum(amount)
  from (
    select date_trunc('month', istanbul_day(created_at)::timestamp)::date as month, product_id, quantity,
      amount_with_vat(total_price, vat_rate) as amount
    from order_items join orders on orders.id = order_id where counts_as_revenue(status)
    union all
    select date_trunc('month', day::timestamp)::date, product_id, -quantity, -amount from product_line_changes
  ) as lines
  group by 1, 2;
