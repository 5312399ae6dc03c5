-- Searches find a product by each spelling of its barcode that contract/barcode-spellings.ts lists: UPC-A, EAN-13 with
-- a leading 0, and UPC-E. In the searched text, those that are not stored follow the stored one.
with long as (
  select id, barcode, case
    when barcode ~ '^[0-9]{12}$' then barcode
    when barcode ~ '^0[0-9]{12}$' then substr(barcode, 2)
    when barcode ~ '^[01][0-9]{5}[012][0-9]$' then regexp_replace(barcode, '^(.)(..)(...)(.)(.)$', '\1\2\40000\3\5')
    when barcode ~ '^[01][0-9]{5}3[0-9]$' then regexp_replace(barcode, '^(.)(...)(..)3(.)$', '\1\200000\3\4')
    when barcode ~ '^[01][0-9]{5}4[0-9]$' then regexp_replace(barcode, '^(.)(....)(.)4(.)$', '\1\200000\3\4')
    when barcode ~ '^[01][0-9]{7}$' then regexp_replace(barcode, '^(.)(.....)(.)(.)$', '\1\20000\3\4')
  end as upc_a
  from products
), spelled as (
  select id, barcode, upc_a, case
    when upc_a ~ '^[01]..[012]0000' then regexp_replace(upc_a, '^(.)(..)(.)0000(...)(.)$', '\1\2\4\3\5')
    when upc_a ~ '^[01]...00000' then regexp_replace(upc_a, '^(.)(...)00000(..)(.)$', '\1\2\33\4')
    when upc_a ~ '^[01]....00000' then regexp_replace(upc_a, '^(.)(....)00000(.)(.)$', '\1\2\34\4')
    when upc_a ~ '^[01].....0000[5-9]' then regexp_replace(upc_a, '^(.)(.....)0000(.)(.)$', '\1\2\3\4')
  end as upc_e
  from long
  where (
    select sum(substr(upc_a, place, 1)::integer * case place % 2 when 1 then 3 else 1 end) % 10
    from generate_series(1, 12) as place
  ) = 0
)
update products set search_text = concat_ws(e'\n',
  split_part(search_text, e'\n', 1),
  split_part(search_text, e'\n', 2) || ' ' ||
    array_to_string(array_remove(array[upc_a, '0' || upc_a, upc_e], spelled.barcode), ' '),
  split_part(search_text, e'\n', 3))
from spelled where spelled.id = products.id
  -- Those that have the spellings already are left out, so that this can run again.
  and split_part(search_text, e'\n', 2) ~ ('(^| )' || spelled.barcode || '$');
