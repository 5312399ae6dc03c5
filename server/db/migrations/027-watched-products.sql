-- The sold-out products whose arrival customers want to be notified of. A row is deleted when it is answered.
create table product_watches (
  customer_id uuid not null references customers on delete cascade,
  product_id uuid not null references products on delete cascade,
  created_at timestamptz(3) not null,
  primary key (customer_id, product_id)
);
create index product_watches_by_product on product_watches (product_id);

-- Searches rank the name before brand and barcode, which now have a line of their own: the last words of the first line,
-- as many as brand and barcode have.
with split as (
  select products.id, string_to_array(split_part(search_text, e'\n', 1), ' ') as words,
    split_part(search_text, e'\n', 2) as category,
    coalesce(array_length(regexp_split_to_array(
      nullif(btrim(regexp_replace(normalize(brand || ' ' || coalesce(barcode, ''), nfkd), '\s+', ' ', 'g')), ''), ' '), 1), 0
    ) as others
  from products
)
update products set search_text = concat_ws(e'\n',
  array_to_string(words[:array_length(words, 1) - others], ' '),
  array_to_string(words[array_length(words, 1) - others + 1:], ' '),
  split.category)
from split where split.id = products.id;
