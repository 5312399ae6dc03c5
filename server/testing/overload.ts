import type { OverloadLimits } from '../http/overload.ts'

/** No limits: tests share their event loop with portals, or a busy machine with many portals. */
export const UNLIMITED: OverloadLimits = { eventLoop: Infinity, database: Infinity, requests: Infinity }
