import { useMedia } from '../../ui/media.ts'

/** Whether the window is a phone's or an upright tablet's: no room for all filters, buttons and columns of the inventory. */
export const useNarrowWindow = () => useMedia('(max-width: 63.99rem)')
