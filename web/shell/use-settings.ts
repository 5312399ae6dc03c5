import { readSettings } from '#contract/settings.ts'
import { useCallQuery } from '../queries.ts'

/** The wholesaler's settings: its name, support contact, VAT rates, units and categories. */
export const useSettings = () => useCallQuery(readSettings, {}).data
