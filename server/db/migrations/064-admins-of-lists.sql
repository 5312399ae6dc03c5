-- Order lists and standing orders named the admin who changed them last to customers and marketers.
update order_lists set updated_by = 'Yönetici' where updated_by in (select name from accounts where role = 'admin');
update standing_orders set updated_by = 'Yönetici' where updated_by in (select name from accounts where role = 'admin');
