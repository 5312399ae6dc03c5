/** The errors of cells that Excel has, by their codes in files. */
export const EXCEL_ERRORS: ReadonlyMap<unknown, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

const NAMES: ReadonlySet<string> = new Set(EXCEL_ERRORS.values())

/** Whether a text is the name of such an error. */
export const isExcelError = (text: string) => NAMES.has(text)
