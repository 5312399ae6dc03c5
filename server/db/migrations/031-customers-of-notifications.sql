-- Notifications of admins named customers without saying which, and so outlived their deletion.
update notifications set customer_id = custom_orders.customer_id
from custom_orders
where notifications.customer_id is null
  and link = '/admin/dashboard?tab=orders&view=quotes&quote=' || custom_orders.id;

-- Quotes are deleted with their customers only.
delete from notifications
where customer_id is null and starts_with(link, '/admin/dashboard?tab=orders&view=quotes&quote=');
