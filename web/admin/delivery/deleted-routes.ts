import type { DeliveryRules } from '#contract/delivery-rules.ts'

/** The name of a deleted route, which another one may have by now. */
export const deletedRouteName = (name: string) => `${name} (silinmiş)`

/** The deleted routes that have orders from today on: their papers are still needed. */
export const deletedRoutes = ({ routes, upcoming_orders = [] }: DeliveryRules) =>
  upcoming_orders
    .filter(({ route_id }) => !routes.some(({ id }) => id === route_id))
    .map(({ route_id, route_name }) => ({ id: route_id, name: deletedRouteName(route_name) }))
