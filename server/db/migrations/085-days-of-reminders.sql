-- The day of which a customer was reminded: an order that is moved afterwards gets another reminder. Null for reminders
-- of earlier versions, of which the day is not known.
alter table standing_order_days add column reminded_day date;
