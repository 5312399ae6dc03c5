import { useMedia } from '../../ui/media.ts'

/** Whether the window (a phone's or an upright tablet's) is too narrow for all filters and columns of the inventory. */
export const useNarrowWindow = () => useMedia('(max-width: 63.99rem)')
