-- Texts that lists and papers are sorted by. The tables are not rewritten, and the index of the companies stays.
alter table standing_orders alter column name type text collate "tr-x-icu";
alter table order_lists alter column name type text collate "tr-x-icu";
alter table orders alter column user_company type text collate "tr-x-icu";
alter table order_items alter column product_name type text collate "tr-x-icu";
alter table lots alter column code type text collate "tr-x-icu";
alter table stock_count_lots alter column code type text collate "tr-x-icu";
