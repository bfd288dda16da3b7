import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { z } from 'zod'
import type { Place } from './feed-check.ts'
import { isEssential } from './fields.ts'
import { TooManyRows } from './problems.ts'

export type CsvRow<Row> = { at: Place; row: Row }

export type CsvReport = {
  placeOf(line: number | null): Place
  countRow(): void
  /** Told of what makes the whole file unreadable. */
  broken(at: Place, column: string | null, reason: string): undefined
}

const MAX_RECORD_BYTES = 64 * 1024

/**
 * The rows of a CSV file, typed by a schema whose keys are the columns in use. Cells are trimmed, an empty one is
 * missing; an optional one that cannot be read is passed over, a row with any other fault left out.
 */
export async function* readCsv<Shape extends z.ZodObject>(
  bytes: Readable,
  schema: Shape,
  { placeOf, countRow, broken }: CsvReport,
): AsyncGenerator<CsvRow<z.output<Shape>>> {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    record_delimiter: ['\r\r\n', '\r\n', '\n', '\r'], // some files have several
    max_record_size: MAX_RECORD_BYTES,
  })
  bytes.on('error', (error) => parser.destroy(error)).pipe(parser)

  let header: Header | undefined
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const at = placeOf(info.lines)
      if (!header) {
        header = readHeader(cells, schema, at, broken)
        if (!header) return
        continue
      }
      countRow()
      const row = readRow(cells, header, schema, at, broken)
      if (row) yield { at, row }
    }
  } catch (error) {
    if (error instanceof TooManyRows) throw error
    const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    broken(placeOf(csvErrorLine(error)), null, reason)
    return
  } finally {
    bytes.destroy()
  }
  if (!header) broken(placeOf(null), null, 'is empty')
}

type Header = { width: number; positions: [column: string, position: number][] }
type Broken = CsvReport['broken']

function readHeader(cells: string[], schema: z.ZodObject, at: Place, broken: Broken): Header | undefined {
  const header: Header = { width: cells.length, positions: [] }
  const names = cells.map((cell) => cell.toLowerCase())
  let isUsable = true
  for (const [column, type] of Object.entries(schema.shape)) {
    const position = names.indexOf(column)
    if (position >= 0) header.positions.push([column, position])
    const written = cells[position]
    if (written !== undefined && written !== column) at.mend(written, 'is in capitals', `read as ${column}`)
    const reason =
      position !== names.lastIndexOf(column)
        ? 'is there twice'
        : position < 0 && !type.safeParse(undefined).success
          ? 'is a missing column'
          : null
    if (reason) broken(at, column, reason)
    if (reason) isUsable = false
  }
  return isUsable ? header : undefined
}

function readRow<Shape extends z.ZodObject>(
  cells: string[],
  { width, positions }: Header,
  schema: Shape,
  at: Place,
  broken: Broken,
): z.output<Shape> | undefined {
  if (cells.slice(width).some(Boolean))
    return at.leaveOut(null, 'has more cells than the header', `${cells.length} for ${width}`)
  const raw: Record<string, string | undefined> = {}
  for (const [column, position] of positions) raw[column] = cells[position] || undefined
  for (const [column, cell] of Object.entries(raw)) {
    if (cell?.includes('\u0000')) return at.leaveOut(column, 'holds zero bytes')
    if (cell?.includes('\uFFFD')) return broken(at, column, 'is not UTF-8 text')
  }
  if (cells.length < width) at.mend(null, 'has fewer cells than the header', 'the others are read as empty')
  while (true) {
    const parsed = schema.safeParse(raw)
    if (parsed.success) return parsed.data
    // One at a time: what is compared with a wrong cell seems wrong too.
    const [{ path, message } = { path: [], message: '' }] = parsed.error.issues
    const column = String(path[0])
    const [type, cell] = [schema.shape[column], raw[column]]
    if (cell === undefined || !type?.safeParse(undefined).success || isEssential(type))
      return at.leaveOut(column, message, cell)
    at.mend(column, message, 'read as empty', cell)
    delete raw[column]
  }
}

/** The line that csv-parse was on; for a quote that never ends, where it stopped. */
function csvErrorLine(error: unknown): number | null {
  return error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : null
}
