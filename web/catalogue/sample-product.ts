import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'

/** A product for tests of carts. */
export const CHEESE: Product = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  category: 'Peynir',
  price: kurus(28_950),
  unit: 'KG',
  vat_rate: 10,
  stock_quantity: 40,
  expected_stock_date: null,
  image_url: null,
  barcode: null,
  description: '',
}
