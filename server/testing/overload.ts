import type { OverloadLimits } from '../http/overload.ts'

/** Tests share their event loop with portals, or a busy machine with many of them. */
export const UNLIMITED: OverloadLimits = { eventLoop: Infinity, database: Infinity, requests: Infinity }
