-- A moved day was hidden, and had no order, once its standing order had a rhythm without its due day. Such days have
-- their orders now. Those that users saw disappear before, perhaps long ago, must not come back as orders.
update standing_order_days as changed set moved_to = null
from standing_orders as standing
where standing.id = changed.standing_order_id and moved_to is not null and made_at is null and not (
  due_on >= starts_on
  and (ends_on is null or due_on <= ends_on)
  and extract(isodow from due_on)::integer = any (weekdays)
  -- The weeks from that of `starts_on`, Monday to Sunday.
  and (due_on - extract(isodow from due_on)::integer - (starts_on - extract(isodow from starts_on)::integer)) / 7
    % every_weeks = 0
);
