import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { neededCityFile } from '../../machinery/city-files.ts'
import { ContentError } from '../../machinery/markdown-file.ts'
import type { Rpc } from '../../machinery/server-rpc.ts'

const Name = z
  .string()
  .transform((name) => name.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(2).max(120))
const Row = z.object({ pto_no: z.string().trim().min(1).max(40), pto_name: Name })
const Loaded = z.object({ added: z.int(), matched: z.int(), renamed: z.int(), unchanged: z.int() })

/**
 * Parses a register: a CSV file with the columns `pto_no` and `pto_name`. A duplicate row counts once.
 *
 * @throws {ContentError} with the line, for an invalid row, or a number with two names
 */
export function readRegister(csv: string): { registerNo: string; name: string }[] {
  const names = new Map<string, string>()
  const rows: { record: unknown; info: { lines: number } }[] = parse(csv, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
  })
  for (const { record, info } of rows) {
    const row = Row.safeParse(record)
    if (!row.success)
      throw new ContentError(`line ${info.lines}: ${row.error.issues[0]?.path} ${row.error.issues[0]?.message}`)
    const { pto_no: registerNo, pto_name: name } = row.data
    const before = names.get(registerNo)
    if (before !== undefined && before !== name)
      throw new ContentError(`line ${info.lines}: ${registerNo} is ${name} here and ${before} above`)
    names.set(registerNo, name)
  }
  if (names.size === 0) throw new ContentError('The register has no entry.')
  return [...names].map(([registerNo, name]) => ({ registerNo, name }))
}

/** Loads a register of operators. Idempotent. @throws {ContentError} */
export async function loadSaccos({ rpc, file = neededCityFile('register') }: { rpc: Rpc; file?: string }) {
  const rows = readRegister(await readFile(file, 'utf8'))
  return Loaded.parse(await rpc('load_saccos', { p_rows: rows }))
}
