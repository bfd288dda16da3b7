import { ASSIGNMENT_COLUMNS, COUNT_COLUMNS, type Column, ENTRY_COLUMNS } from '@salama/domain/field-exports/columns'
import type {
  exportAssignments,
  exportCollectionEntries,
  exportStageCounts,
} from '@salama/domain/field-exports/contract'
import { xlsForm } from '@salama/domain/field-exports/xls-form'
import type { listRoutes } from '@salama/domain/network/resources-contract'
import type { listSaccos } from '@salama/domain/saccos/contract'
import { call } from '@salama/http/call'
import type { SheetData } from 'write-excel-file/browser'
import { csvOf } from '@/parts/csv.ts'

// Field work as files, whose rows are requested page by page and put together here: no request takes long.

type Value = string | number | boolean | null
type Row = Record<string, Value>
type Days = { from?: string; to?: string }
type Paged<T> = { data: T[]; page: { nextCursor: string | null } }

async function all<T>(next: (cursor: string | undefined) => Promise<Paged<T>>, onRows: (count: number) => void) {
  const rows: T[] = []
  let cursor: string | undefined
  do {
    const { data, page } = await next(cursor)
    rows.push(...data)
    onRows(rows.length)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

export const TABLES = ['entries', 'assignments', 'stage-counts'] as const
type Table = (typeof TABLES)[number]
const COLUMNS: Record<Table, readonly Column[]> = {
  entries: ENTRY_COLUMNS,
  assignments: ASSIGNMENT_COLUMNS,
  'stage-counts': COUNT_COLUMNS,
}

const withPage = (days: Days, cursor: string | undefined) => ({ query: { ...days, ...(cursor && { cursor }) } })
const READ: Record<Table, (days: Days, cursor: string | undefined) => Promise<Paged<Row>>> = {
  entries: (days, cursor) =>
    call<typeof exportCollectionEntries>('GET /api/field-work/entries', withPage(days, cursor)) as Promise<Paged<Row>>,
  assignments: (days, cursor) =>
    call<typeof exportAssignments>('GET /api/field-work/assignments', withPage(days, cursor)) as Promise<Paged<Row>>,
  'stage-counts': (days, cursor) =>
    call<typeof exportStageCounts>('GET /api/field-work/stage-counts', withPage(days, cursor)) as Promise<Paged<Row>>,
}

const rowsOf = (table: Table, days: Days, onRows: (count: number) => void) =>
  all((cursor) => READ[table](days, cursor), onRows)

const DICTIONARY = ['table', 'column', 'type', 'required', 'meaning', 'values']

/** The data dictionary: what each column of each table means. */
export const dictionary = () => [
  DICTIONARY,
  ...TABLES.flatMap((table) =>
    COLUMNS[table].map(({ name, type, required, means, values }) => [
      table,
      name,
      type,
      required ? 'yes' : 'no',
      means,
      values?.join(' ') ?? '',
    ]),
  ),
]

const asCsv = (text: string) => new Blob(['\uFEFF', text], { type: 'text/csv' })

export async function csvFile(table: Table, days: Days, onRows: (count: number) => void): Promise<Blob> {
  const rows = await rowsOf(table, days, onRows)
  const names = COLUMNS[table].map(({ name }) => name)
  return asCsv(csvOf([names, ...rows.map((row) => names.map((name) => row[name]))]))
}

export const dictionaryFile = () => asCsv(csvOf(dictionary()))

/** A typed cell: moments as dates, so that a spreadsheet can calculate with them. */
function cell(value: Value | undefined, { type }: Column) {
  if (value === null || value === undefined) return null
  if (type === 'instant') return { value: new Date(String(value)), type: Date, format: 'yyyy-mm-dd hh:mm:ss' } as const
  if (typeof value === 'number') return { value, type: Number } as const
  if (typeof value === 'boolean') return { value, type: Boolean } as const
  return { value, type: String } as const
}

const header = (names: readonly string[]) => names.map((value) => ({ value, fontWeight: 'bold' }) as const)
/** A sheet of XLSX has 1,048,576 rows, with the header. */
export const MAX_ROWS = 1_048_575
const write = async (sheets: { sheet: string; data: SheetData; stickyRowsCount?: number }[]) => {
  const { default: writeXlsxFile } = await import('write-excel-file/browser')
  return writeXlsxFile(sheets).toBlob()
}

/** How many rows of a table did not fit into its sheet. */
export type LeftOut = { table: Table; rows: number }

/** The rows that fit into a sheet below its header, and how many do not. */
export const fitSheet = <T>(rows: readonly T[], maxRows = MAX_ROWS) => ({
  kept: rows.slice(0, maxRows),
  leftOut: Math.max(rows.length - maxRows, 0),
})

/** All tables and the dictionary in one workbook, and what did not fit into it. Times are UTC. */
export async function workbook(
  days: Days,
  onRows: (count: number) => void,
): Promise<{ file: Blob; leftOut: readonly LeftOut[] }> {
  const left: LeftOut[] = []
  const sheets: { sheet: string; data: SheetData; stickyRowsCount: number }[] = []
  let before = 0
  for (const table of TABLES) {
    const rows = await rowsOf(table, days, (count) => onRows(before + count))
    before += rows.length
    const columns = COLUMNS[table]
    const { kept, leftOut } = fitSheet(rows)
    if (leftOut > 0) left.push({ table, rows: leftOut })
    const lines = kept.map((row) => columns.map((column) => cell(row[column.name], column)))
    sheets.push({ sheet: table, data: [header(columns.map(({ name }) => name)), ...lines], stickyRowsCount: 1 })
  }
  const [names = [], ...lines] = dictionary()
  sheets.push({ sheet: 'dictionary', data: [header(names), ...lines], stickyRowsCount: 1 })
  return { file: await write(sheets), leftOut: left }
}

/** The entry form for ODK and KoboToolbox, with today's operator groups and routes. */
export async function xlsFormFile(onRows: (count: number) => void): Promise<Blob> {
  const page = (cursor: string | undefined) => ({ query: { limit: 100, ...(cursor && { cursor }) } })
  const saccos = await all((cursor) => call<typeof listSaccos>('GET /api/saccos', page(cursor)), onRows)
  const routes = await all((cursor) => call<typeof listRoutes>('GET /api/routes', page(cursor)), onRows)
  const version = new Date().toISOString().slice(0, 16).replace(/\D/g, '')
  const named = routes.map(({ id, shortName, longName }) => ({ id, name: `${shortName} ${longName}` }))
  const sheets = await xlsForm({ saccos, routes: named, version })
  return write(sheets.map(({ name, rows }) => ({ sheet: name, data: rows })))
}
