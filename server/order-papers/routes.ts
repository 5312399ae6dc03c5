import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/order-papers.ts'
import { serveFile } from '../http/serve.ts'
import type { Settings } from '../settings.ts'
import { combinedPickList } from './combined.ts'
import { routePickLists, routeSheet } from './route-papers.ts'
import { orderSlip, pickList, pickLists } from './slips-and-pick-lists.ts'

export function orderPaperRoutes(app: FastifyInstance, company: Settings) {
  const { reports } = app.context
  serveFile(app, calls.downloadOrderSlip, async ({ actor, params, now }) =>
    orderSlip(await reports.choose(), company, { actor, id: params.id, now }),
  )
  serveFile(app, calls.downloadPickList, async ({ actor, params, now }) =>
    pickList(await reports.choose(), company, { actor, id: params.id, now }),
  )
  serveFile(app, calls.downloadPickLists, async ({ query, now }) =>
    pickLists(await reports.choose(), company, idsIn(query), now),
  )
  serveFile(app, calls.downloadCombinedPickList, async ({ query, now }) =>
    combinedPickList(await reports.choose(), company, idsIn(query), now),
  )
  serveFile(app, calls.downloadRoutePickLists, async ({ query, now }) =>
    routePickLists(await reports.choose(), company, query, now),
  )
  serveFile(app, calls.downloadRouteSheet, async ({ query, now }) =>
    routeSheet(await reports.choose(), company, query, now),
  )
}

const idsIn = ({ ids }: { ids: string }) => [...new Set(ids.toLowerCase().split(','))]
