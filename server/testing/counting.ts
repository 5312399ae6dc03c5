import { expect } from 'vitest'
import type { StockCount } from '#contract/counts.ts'
import type { TestUser, World } from './world.ts'

export const startCount = async (world: World, admin: TestUser): Promise<StockCount> => {
  const response = await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })
  expect(response.status).toBe(201)
  return response.json()
}

export const countProduct = (
  world: World,
  admin: TestUser,
  id: string,
  found: object,
  headers?: Record<string, string>,
) => world.post(`/admin/stock/counts/${id}/products`, admin, found, headers)

export const correct = (world: World, admin: TestUser, id: string, correction: object) =>
  world.put(`/admin/stock/counts/${id}/products`, admin, correction)

export const finalize = (world: World, admin: TestUser, id: string, headers?: Record<string, string>) =>
  world.post(`/admin/stock/counts/${id}/finalize`, admin, undefined, headers)
