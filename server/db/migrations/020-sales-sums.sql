-- Sums of orders and their lines, so that reports need not read every order. Triggers note what each transaction changes
-- in `order_changes` and `line_changes`; a job adds these to the sums and deletes them (reports/sums.ts). In every
-- snapshot the sums and the changes not yet added make up exactly the orders; the views below unite both. The larger
-- tables hold what counts as revenue only.
-- The part of a period that no sum covers (some hours, some days) is read from the orders, by this index alone.
drop index orders_newest;
create index orders_newest on orders (created_at, id) include (status, grand_total, customer_id);

create table daily_sales (
  day date not null,
  status text not null,
  orders bigint not null,
  amount bigint not null,
  primary key (day, status)
);
create table customer_sales (
  customer_id uuid not null,
  status text not null,
  orders bigint not null,
  amount bigint not null,
  primary key (customer_id, status)
);
create table monthly_customer_sales (
  month date not null,
  customer_id uuid not null,
  orders bigint not null,
  amount bigint not null,
  primary key (month, customer_id)
);
create table product_sales (product_id uuid primary key, quantity bigint not null);
create index product_sales_by_quantity on product_sales (quantity desc, product_id);
-- `amount` includes VAT, rounded line by line.
create table category_sales (
  day date not null,
  category text not null,
  quantity bigint not null,
  amount bigint not null,
  primary key (day, category)
);
-- The category under which a product's lines are in `category_sales`, and the products that have got another since.
create table summed_categories (product_id uuid primary key, category text not null);
create table moved_products (product_id uuid not null);

-- Without keys, which would only cost time: rows are added, read all together and deleted.
create table order_changes (
  day date not null,
  customer_id uuid not null,
  status text not null,
  orders bigint not null,
  amount bigint not null
);
create index order_changes_by_customer on order_changes (customer_id);
-- One row for all lines that a statement changed in an order; removed lines are negative.
create table line_changes (
  day date not null,
  status text not null,
  product_ids uuid[] not null,
  quantities bigint[] not null,
  amounts bigint[] not null
);

-- Istanbul has been at UTC+3 since 2016.
create function istanbul_day(at timestamptz) returns date immutable parallel safe
  return (at at time zone 'UTC' + interval '3 hours')::date;

-- As `isRevenue` in contract/order-status.ts. With another definition all sums must be computed anew.
create function counts_as_revenue(status text) returns boolean immutable parallel safe
  return status in ('beklemede', 'hazirlaniyor', 'tamamlandi');

create function amount_with_vat(total_price bigint, vat_rate integer) returns bigint immutable parallel safe
  return total_price + (total_price * vat_rate + 50) / 100;

create view order_sums as
  select day, status, orders, amount from daily_sales
  union all
  select day, status, orders, amount from order_changes;

create view customer_order_sums as
  select customer_id, status, orders, amount from customer_sales
  union all
  select customer_id, status, orders, amount from order_changes;

create view monthly_customer_order_sums as
  select month, customer_id, orders, amount from monthly_customer_sales
  union all
  select date_trunc('month', day::timestamp)::date, customer_id, orders, amount
  from order_changes where counts_as_revenue(status);

create view product_line_changes as
  select day, line.product_id, line.quantity, line.amount
  from line_changes, unnest(product_ids, quantities, amounts) as line (product_id, quantity, amount)
  where counts_as_revenue(status);

-- By the present category. The subqueries make the planner look up the few products that it is about, one by one.
create view category_line_sums as
  select day, category, quantity, amount from category_sales
  union all
  select day, coalesce(
      (select category from summed_categories as summed where summed.product_id = line.product_id),
      (select category from products where products.id = line.product_id)
    ), quantity, amount
  from product_line_changes as line
  union all
  select line.day, side.category, side.sign * line.quantity, side.sign * line.amount
  from (select distinct product_id from moved_products) as moved,
    lateral (select category from summed_categories as summed where summed.product_id = moved.product_id offset 0) as summed,
    lateral (select category from products where products.id = moved.product_id offset 0) as present,
    lateral (
      select istanbul_day(orders.created_at) as day, quantity, amount_with_vat(total_price, vat_rate) as amount
      from order_items join orders on orders.id = order_id
      where order_items.product_id = moved.product_id and counts_as_revenue(status) offset 0
    ) as line,
    lateral (values (summed.category, -1), (present.category, 1)) as side (category, sign)
  where summed.category <> present.category;

create function note_added_order() returns trigger language plpgsql set search_path from current as $$
begin
  insert into order_changes (day, customer_id, status, orders, amount)
    values (istanbul_day(new.created_at), new.customer_id, new.status, 1, new.grand_total);
  return null;
end $$;
create trigger orders_added after insert on orders for each row execute function note_added_order();

-- The lines of an order at one sign, under the day and status that the order has or had.
create function note_lines_of(order_id uuid, at timestamptz, status text, sign integer) returns void
  language sql set search_path from current as $$
  insert into line_changes (day, status, product_ids, quantities, amounts)
    select istanbul_day(at), note_lines_of.status, array_agg(product_id), array_agg(sign * quantity),
      array_agg(sign * amount_with_vat(total_price, vat_rate))
    from order_items where order_items.order_id = note_lines_of.order_id having count(*) > 0;
$$;

create function note_changed_order() returns trigger language plpgsql set search_path from current as $$
begin
  insert into order_changes (day, customer_id, status, orders, amount) values
    (istanbul_day(old.created_at), old.customer_id, old.status, -1, -old.grand_total),
    (istanbul_day(new.created_at), new.customer_id, new.status, 1, new.grand_total);
  if (istanbul_day(old.created_at), old.status) is distinct from (istanbul_day(new.created_at), new.status) then
    perform note_lines_of(old.id, old.created_at, old.status, -1);
    perform note_lines_of(new.id, new.created_at, new.status, 1);
  end if;
  return null;
end $$;
create trigger orders_changed after update of status, grand_total, created_at, customer_id on orders
  for each row when ((old.status, old.grand_total, old.created_at, old.customer_id)
    is distinct from (new.status, new.grand_total, new.created_at, new.customer_id))
  execute function note_changed_order();

-- Before the deletion, which also deletes the lines.
create function note_deleted_order() returns trigger language plpgsql set search_path from current as $$
begin
  insert into order_changes (day, customer_id, status, orders, amount)
    values (istanbul_day(old.created_at), old.customer_id, old.status, -1, -old.grand_total);
  perform note_lines_of(old.id, old.created_at, old.status, -1);
  return old;
end $$;
create trigger orders_deleted before delete on orders for each row execute function note_deleted_order();

create function note_added_lines() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts)
    select istanbul_day(created_at), status, product_ids, quantities, amounts
    from (
      select order_id, array_agg(product_id) as product_ids, array_agg(quantity) as quantities,
        array_agg(amount_with_vat(total_price, vat_rate)) as amounts
      from added group by order_id
    ) as lines join orders on orders.id = order_id;
  return null;
end $$;
create trigger order_items_added after insert on order_items
  referencing new table as added for each statement execute function note_added_lines();

-- Lines deleted with their order are counted by the order, which is gone by now.
create function note_removed_lines() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts)
    select istanbul_day(created_at), status, product_ids, quantities, amounts
    from (
      select order_id, array_agg(product_id) as product_ids, array_agg(-quantity) as quantities,
        array_agg(-amount_with_vat(total_price, vat_rate)) as amounts
      from removed group by order_id
    ) as lines join orders on orders.id = order_id;
  return null;
end $$;
create trigger order_items_removed after delete on order_items
  referencing old table as removed for each statement execute function note_removed_lines();

create function note_changed_line() returns trigger language plpgsql set search_path from current as $$
begin
  insert into line_changes (day, status, product_ids, quantities, amounts)
    select istanbul_day(created_at), status, array[old.product_id, new.product_id], array[-old.quantity, new.quantity],
      array[-amount_with_vat(old.total_price, old.vat_rate), amount_with_vat(new.total_price, new.vat_rate)]
    from orders where id = new.order_id;
  return null;
end $$;
create trigger order_items_changed after update of product_id, quantity, total_price, vat_rate on order_items
  for each row execute function note_changed_line();

create function note_moved_product() returns trigger language plpgsql set search_path from current as $$
begin
  insert into moved_products (product_id) values (new.id);
  return null;
end $$;
create trigger products_moved after update of category on products
  for each row when (old.category <> new.category) execute function note_moved_product();

-- The sums of all orders, from the changes that they would have left. Used here and by the command that computes all
-- sums anew; both run it on one snapshot.
create function sum_all_orders() returns void language sql set search_path from current as $$
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
  categories as (insert into summed_categories select distinct product_id, category from lines)
  insert into category_sales select day, category, sum(quantity), sum(amount) from lines group by 1, 2 order by 1, 2;
$$;
select sum_all_orders();
