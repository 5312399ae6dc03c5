/** Whether the last digit of an EAN, a UPC or a GTIN is the check digit of the others (GS1 General Specifications). */
export const hasValidCheckDigit = (code: string) =>
  Array.from(code).reduce((sum, digit, i) => sum + Number(digit) * ((code.length - i) % 2 ? 1 : 3), 0) % 10 === 0
