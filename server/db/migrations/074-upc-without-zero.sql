-- Searches also find a product by a UPC-A without its leading 0, as spreadsheets make of it, and a barcode that was
-- imported so by the whole UPC-A (contract/barcode-spellings.ts). Migration 070 has added the other spellings.
with upc as (
  select id, barcode, split_part(search_text, e'\n', 2) as codes, case
    when barcode ~ '^[0-9]{11}$' then '0' || barcode
    else (regexp_match(split_part(search_text, e'\n', 2), '(?:^| )(0[0-9]{11})(?: |$)'))[1]
  end as upc_a
  from products where barcode ~ '^[0-9]{8,13}$'
), spelled as (
  select id, barcode, codes, upc_a, case
    when upc_a ~ '^0..[012]0000' then regexp_replace(upc_a, '^(.)(..)(.)0000(...)(.)$', '\1\2\4\3\5')
    when upc_a ~ '^0...00000' then regexp_replace(upc_a, '^(.)(...)00000(..)(.)$', '\1\2\33\4')
    when upc_a ~ '^0....00000' then regexp_replace(upc_a, '^(.)(....)00000(.)(.)$', '\1\2\34\4')
    when upc_a ~ '^0.....0000[5-9]' then regexp_replace(upc_a, '^(.)(.....)0000(.)(.)$', '\1\2\3\4')
  end as upc_e
  from upc
  where (
    select sum(substr(upc_a, place, 1)::integer * case place % 2 when 1 then 3 else 1 end) % 10
    from generate_series(1, 12) as place
  ) = 0
), added as (
  select id, codes, case barcode
    when substr(upc_a, 2) then concat_ws(' ', upc_a, '0' || upc_a, upc_e)
    else substr(upc_a, 2)
  end as spellings
  from spelled
)
update products set search_text = concat_ws(e'\n',
  split_part(search_text, e'\n', 1),
  added.codes || ' ' || spellings,
  split_part(search_text, e'\n', 3))
from added where added.id = products.id
  -- Those that have the spellings already are left out, so that this can run again.
  and added.codes !~ ('(^| )' || spellings || '( |$)');
