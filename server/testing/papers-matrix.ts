import { anOrder } from './order-targets.ts'
import type { MatrixEntry, Scene } from './scene.ts'

const ofAnOrder = async (scene: Scene) => ({ ids: await anOrder.make(scene) })

/** The calls of contract/order-papers.ts and contract/order-neighbours.ts. */
export const PAPERS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/orders/:id/slip': { target: anOrder },
  'GET /admin/orders/:id/pick-list': { target: anOrder },
  'GET /admin/order-papers/pick-lists': { query: ofAnOrder },
  'GET /admin/order-papers/combined-pick-list': { query: ofAnOrder },
  'GET /admin/orders/:id/neighbours': { target: anOrder },
}
