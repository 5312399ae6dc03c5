-- What the admin's order list is sorted by (page 074); its status has an index already. `line_count` is the number of
-- lines of an order: counting them for every order would read all lines for each page.
alter table orders add column line_count integer not null default 0;
update orders set line_count = (select count(*) from order_items where order_id = orders.id);
create index orders_by_company on orders (user_company collate "tr-x-icu", created_at, id);
create index orders_by_total on orders (grand_total, created_at, id);
create index orders_by_lines on orders (line_count, created_at, id);
