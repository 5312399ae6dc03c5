-- Since when no product and no count has shown a picture; null while one does, or until that has been checked. Pictures
-- that have not been used for a month are deleted.
alter table images add column unused_since timestamptz(3);
create index stock_count_items_with_image on stock_count_items (image_url) where image_url is not null;
