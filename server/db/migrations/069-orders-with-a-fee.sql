-- Whether any order has a delivery fee, which in most portals none has, is asked for every workbook of orders.
create index orders_with_delivery_fee on orders (id) where delivery_fee > 0;
