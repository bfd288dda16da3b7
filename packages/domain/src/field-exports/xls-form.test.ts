import { expect, test } from 'vitest'
import { VEHICLE_CHECKS } from '../collection-entries/contract.ts'
import { ENTRY_COLUMNS } from './columns-contract.ts'
import { xlsForm } from './xls-form.ts'

const sheets = xlsForm({
  saccos: [{ id: '0b000000-0000-4000-8000-00000000000a', name: 'Kifaru Demo Sacco' }],
  routes: [{ id: '00000000-0000-5000-8000-0000000000e1', name: '44 Kahawa' }],
  version: '20261123',
})
/** The rows of a sheet by its header. */
const rowsOf = (name: string) => {
  const [header = [], ...rows] = sheets.find((sheet) => sheet.name === name)?.rows ?? []
  return rows.map((row) => Object.fromEntries(header.map((column, n) => [column, row[n] ?? ''])))
}
const survey = rowsOf('survey')
const choices = rowsOf('choices')

test('has the three sheets that form tools read, each row as long as its header', () => {
  expect(sheets.map(({ name }) => name)).toEqual(['survey', 'choices', 'settings'])
  for (const { rows } of sheets) for (const row of rows) expect(row).toHaveLength(rows[0]?.length ?? 0)
  expect(rowsOf('settings')).toMatchObject([{ form_id: 'salama_vehicle_entry', version: '20261123' }])
})

test('questions have unique names that are valid in XML, and a label in both languages', () => {
  const asked = survey.filter(({ type }) => !['start', 'end', 'username', 'end_group'].includes(type ?? ''))
  const names = survey.flatMap(({ type, name }) => (type === 'end_group' ? [] : [name]))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[A-Za-z_][\w.-]*$/)
  for (const row of asked) {
    expect(row['label::English (en)']).not.toBe('')
    expect(row['label::Kiswahili (sw)']).not.toBe('')
  }
})

test('every list that is asked for has choices, and every reference a question', () => {
  const lists = new Set(choices.map(({ list_name }) => list_name))
  const used = survey.flatMap(({ type }) => /^select_(?:one|multiple) (\w+)$/.exec(type ?? '')?.[1] ?? [])
  expect(new Set(used)).toEqual(lists)
  for (const { relevant } of survey)
    for (const [, name] of (relevant ?? '').matchAll(/\$\{(\w+)\}/g))
      expect(survey.map((row) => row.name)).toContain(name)
  const names = choices.map(({ list_name, name }) => `${list_name} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  // A space would separate choices of `select_multiple`.
  for (const { name } of choices) expect(name).not.toMatch(/\s/)
})

test('groups are closed', () => {
  const open = survey.reduce((depth, { type }) => {
    const next = depth + (type === 'begin_group' ? 1 : type === 'end_group' ? -1 : 0)
    expect(next).toBeGreaterThanOrEqual(0)
    return next
  }, 0)
  expect(open).toBe(0)
})

test('names its questions like the columns of the export', () => {
  const columns = new Set(ENTRY_COLUMNS.map(({ name }) => name))
  const own = new Set(['start', 'end', 'username', 'checks', 'place', 'photo'])
  for (const { name } of survey) if (!own.has(name ?? '')) expect(columns).toContain(name)
  for (const check of VEHICLE_CHECKS) expect(survey.map(({ name }) => name)).toContain(`check_${check}`)
})
