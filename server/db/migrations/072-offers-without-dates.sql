-- An offer gets goods from its lot only. With an expected date it was sold without limit at its reduced price.
update products set expected_stock_date = null
where expected_stock_date is not null and exists (select from offers where offers.product_id = products.id);
