-- Which lot got goods of which other one, in a transfer to the other warehouse: both are what one producer put into one lot.
create table lot_origins (
  lot_id uuid not null references lots,
  from_lot_id uuid not null references lots,
  primary key (lot_id, from_lot_id),
  check (lot_id <> from_lot_id)
);
create index lot_origins_by_from on lot_origins (from_lot_id);

-- The transfers from before: both sides are in the ledger with the same instant, note and label. Where one transfer moved
-- lots of several products with the same label, barcode or name says which belong together; a deleted product has neither.
insert into lot_origins (lot_id, from_lot_id)
select distinct came.lot_id, went.lot_id
from lot_ledger as went
join lot_ledger as came on came.created_at = went.created_at and came.reason = 'transfer'
  and came.on_hand_change = -went.on_hand_change and came.note is not distinct from went.note
join lots as source on source.id = went.lot_id
join lots as target on target.id = came.lot_id and target.product_id <> source.product_id
  and lower(target.code collate "C") = lower(source.code collate "C")
  and target.expires_on is not distinct from source.expires_on
left join products as old on old.id = source.product_id
left join products as new on new.id = target.product_id
where went.reason = 'transfer' and went.on_hand_change < 0
  and (
    old.id is null or new.id is null
    or ltrim(old.barcode, '0') = ltrim(new.barcode, '0')
    or split_part(old.search_text, E'\n', 1) = split_part(new.search_text, E'\n', 1)
  );
