-- Customers revise their own pending orders, too. `marketer_name` is then the name of the customer.
alter table order_revisions
  alter marketer_id drop not null,
  add actor_role text not null default 'marketer' check (actor_role in ('marketer', 'customer')),
  add constraint order_revisions_marketer check ((actor_role = 'marketer') = (marketer_id is not null));
