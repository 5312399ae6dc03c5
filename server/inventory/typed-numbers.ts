// Numbers as users type them into cells.

/** A currency before or after an amount. */
export const CURRENCY = /^\s*(?:₺|TL|TRY)|(?:₺|TL|TRY)\s*$/i

/** `thousandsOrDecimals` is set for an ambiguous text like 1.250 (1250 or 1,25); `value` then reads it as 1,25. */
type ParsedNumber = { value: number; decimals: number; thousandsOrDecimals?: string }

/** Parses 1234 · 1234,5 · 1.234,50 · 1.234.567 · 1234.5 · 1,234.50; anything else is not a number. */
export function numberIn(text: string): ParsedNumber | undefined {
  const bare = text.replace(/\s/g, '').replace('−', '-')
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(bare)) return { value: Number(bare), decimals: 3, thousandsOrDecimals: bare }
  const turkish = /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/.exec(bare)
  if (turkish) return { value: Number(bare.replaceAll('.', '').replace(',', '.')), decimals: turkish[1]?.length ?? 0 }
  const english = /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)\.(\d+)$/.exec(bare)
  if (english) return { value: Number(bare.replaceAll(',', '')), decimals: english[1]?.length ?? 0 }
  return undefined
}
