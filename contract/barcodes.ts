/**
 * Whether a text has the form of a barcode: 8 to 14 digits (EAN-8 to ITF-14), which typed quantities hardly ever have.
 */
export const looksLikeBarcode = (text: string) => /^\d{8,14}$/.test(text)

/** Removes the spaces between digit groups, which are printed below the bars but not encoded in them. */
export const ungrouped = (code: string) => (/^[\d ]+$/.test(code) ? code.replaceAll(' ', '') : code)
