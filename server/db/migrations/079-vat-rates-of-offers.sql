-- An offer used to get the VAT rate of its source only when goods were added to it or its price was set.
update products set vat_rate = source.vat_rate
from offers join products as source on source.id = offers.source_id
where products.id = offers.product_id and products.vat_rate <> source.vat_rate;
