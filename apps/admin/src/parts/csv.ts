import { stringify } from 'csv-stringify/browser/esm/sync'

export type CsvCell = string | number | boolean | null | undefined

/** A table as CSV (RFC 4180). Text that a spreadsheet would evaluate begins with an apostrophe; a negative number does not. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
      escape_formulas: true,
      cast: { boolean: String, number: (value) => ({ value: String(value), escape_formulas: false }) },
    },
  )

/** A link target that downloads it, without a request. With a byte order mark, for Excel. */
export const csvHref = (csv: string) => `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}`)}`
