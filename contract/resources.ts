/**
 * What queries show and mutations change. Each query names its `resources`, each mutation those that it `invalidates`;
 * the browser refetches by these names. `products` includes their stock; `reports` are fetched on demand only.
 */
export const RESOURCES = [
  'audit',
  'carts',
  'counts',
  'customers',
  'delivery',
  'imports',
  'lists',
  'lots',
  'marketers',
  'notifications',
  'operations',
  'orders',
  'preferences',
  'products',
  'quotes',
  'receipts',
  'reports',
  'security',
  'settings',
  'standing-orders',
  'watches',
] as const
export type Resource = (typeof RESOURCES)[number]
