import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { z } from 'zod'
import { type GtfsProblem, TooManyProblems } from './problems.ts'

/** A validated row and its line in the file. */
export type CsvRow<Row> = { line: number; row: Row }

const MAX_RECORD_BYTES = 64 * 1024

/**
 * Streams the rows of a CSV file, typed by a schema whose keys are the columns that are used; all others are ignored.
 * Cells are trimmed, and an empty one counts as missing. A row with a problem is reported and skipped.
 */
export async function* readCsv<Shape extends z.ZodObject>(
  file: string,
  bytes: Readable,
  schema: Shape,
  report: (problem: GtfsProblem) => void,
): AsyncGenerator<CsvRow<z.output<Shape>>> {
  const wrong = (line: number | null, column: string | null, reason: string) => report({ file, line, column, reason })
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  })
  bytes.on('error', (error) => parser.destroy(error)).pipe(parser)

  let header: Header | undefined
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const line = info.lines
      if (!header) {
        header = readHeader(cells, schema, (column, reason) => wrong(line, column, reason))
        if (!header.usable) return
        continue
      }
      if (cells.length !== header.width) {
        wrong(line, null, `has ${cells.length} cells where the header has ${header.width}`)
        continue
      }
      const raw = pickCells(cells, header)
      const unreadable = Object.entries(raw).find(([, cell]) => cell?.includes('\uFFFD') || cell?.includes('\u0000'))
      if (unreadable) {
        wrong(line, unreadable[0], 'is not UTF-8 text')
        continue
      }
      const parsed = schema.safeParse(raw)
      if (parsed.success) yield { line, row: parsed.data }
      else for (const issue of parsed.error.issues) wrong(line, issue.path.join('.') || null, issue.message)
    }
  } catch (error) {
    if (error instanceof TooManyProblems) throw error
    return wrong(csvErrorLine(error), null, `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    bytes.destroy()
  }
  if (!header) wrong(null, null, 'is empty')
}

type Header = { width: number; positions: [column: string, position: number][]; usable: boolean }

function readHeader(cells: string[], schema: z.ZodObject, wrong: (column: string, reason: string) => void): Header {
  const header: Header = { width: cells.length, positions: [], usable: true }
  for (const [column, type] of Object.entries(schema.shape)) {
    const position = cells.indexOf(column)
    if (position >= 0) header.positions.push([column, position])
    const reason =
      position !== cells.lastIndexOf(column)
        ? 'is there twice'
        : position < 0 && !type.safeParse(undefined).success
          ? 'is a missing column'
          : null
    if (reason) wrong(column, reason)
    if (reason) header.usable = false
  }
  return header
}

function pickCells(cells: string[], { positions }: Header): Record<string, string | undefined> {
  return Object.fromEntries(positions.map(([column, position]) => [column, cells[position] || undefined]))
}

/** The line that csv-parse was on; for a quote that never ends, where it stopped. */
function csvErrorLine(error: unknown): number | null {
  return error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : null
}
