/** Creates an .xlsx workbook of one sheet with text cells only, so that no cell becomes a number or a formula. */
export async function textWorkbook(rows: readonly (readonly string[])[]): Promise<Blob> {
  // Loaded on demand, as few users create workbooks.
  const { default: writeWorkbook } = await import('write-excel-file/browser')
  const columns = Math.max(1, ...rows.map(row => row.length))
  const cells = rows.map(row => row.map(value => ({ type: String, value })))
  return writeWorkbook(cells, { sheet: 'Liste', columns: Array(columns).fill({ width: 28 }) }).toBlob()
}
