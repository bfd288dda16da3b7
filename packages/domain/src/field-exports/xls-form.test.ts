import { expect, test } from 'vitest'
import { VEHICLE_CHECKS } from '../shared/choices.ts'
import { PLATE_KEY, STICKER_KEY } from '../shared/limits.ts'
import { ENTRY_COLUMNS } from './columns-contract.ts'
import { xlsForm } from './xls-form.ts'

// The published specification, as far as this form uses it: https://xlsform.org/en/ref-table/ and https://xlsform.org/en/.
// pyxform, the reference implementation, is a Python package and no part of this project's tools.

const KIFARU = { id: '0b000000-0000-4000-8000-00000000000a', name: 'Kifaru Demo Sacco' }
const ROUTE_44 = { id: '00000000-0000-5000-8000-0000000000e1', name: '44 Kahawa' }
const sheets = await xlsForm({ saccos: [KIFARU], routes: [ROUTE_44], version: '20261123' })
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

const TYPES =
  /^(integer|decimal|range|text|select_(one|multiple) \w+|note|geopoint|geotrace|geoshape|date|time|dateTime|image|audio|video|file|barcode|calculate|acknowledge|hidden|begin_group|end_group|begin_repeat|end_repeat|start|end|today|username|deviceid|phonenumber|email)$/
const COLUMNS = {
  survey:
    /^(type|name|(label|hint|guidance_hint|constraint_message|required_message)(::.+)?|constraint|required|default|relevant|read_only|calculation|appearance|parameters|choice_filter)$/,
  choices: /^(list_name|name|label(::.+)?)$/,
  settings: /^(form_title|form_id|version|default_language|instance_name|public_key|submission_url|style)$/,
}
/** Which appearances the specification gives each type. */
const APPEARANCES: Record<string, readonly string[]> = {
  text: ['multiline', 'numbers'],
  select_one: ['minimal', 'autocomplete', 'columns', 'columns-pack', 'quick', 'likert'],
  select_multiple: ['minimal', 'autocomplete', 'columns', 'columns-pack'],
  begin_group: ['field-list', 'table-list'],
}

test.each(Object.entries(COLUMNS))('uses only columns of the specification in %s, each once', (name, allowed) => {
  const header = sheets.find((sheet) => sheet.name === name)?.rows[0] ?? []
  for (const column of header) expect(column).toMatch(allowed)
  expect(new Set(header).size).toBe(header.length)
})

test('uses only types and appearances of the specification, and its values of `required`', () => {
  for (const { type = '', appearance = '', required = '' } of survey) {
    expect(type).toMatch(TYPES)
    const allowed = APPEARANCES[type.split(' ')[0] ?? ''] ?? []
    for (const each of appearance.split(' ').filter(Boolean)) expect(allowed).toContain(each)
    expect(['', 'yes', 'no']).toContain(required)
  }
})

test('has every column of a translation in the same languages, and one of them is the default', () => {
  const languages = new Set<string>()
  for (const { rows } of sheets) for (const column of rows[0] ?? []) languages.add(column.split('::')[1] ?? '')
  languages.delete('')
  expect(languages.size).toBe(2)
  for (const { rows } of sheets) {
    const translated = (rows[0] ?? []).filter((column) => column.includes('::'))
    for (const column of translated)
      for (const language of languages) expect(translated).toContain(`${column.split('::')[0]}::${language}`)
  }
  expect(languages).toContain(rowsOf('settings')[0]?.default_language)
})

/** Reads an expression: the questions it refers to, with quotes and brackets in pairs. */
function referencesOf(expression: string): string[] {
  const code = expression.replaceAll(/'[^']*'/g, "''")
  expect(code.replaceAll("''", '')).not.toContain("'")
  let depth = 0
  for (const sign of code) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
  return [...code.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name)
}

test('expressions are whole, refer to questions before them, and compare with choices that exist', () => {
  survey.forEach(({ constraint = '', relevant = '' }, at) => {
    const before = survey.slice(0, at).map(({ name }) => name)
    for (const name of referencesOf(relevant)) expect(before).toContain(name)
    expect(referencesOf(constraint)).toEqual([])
    for (const [, name, value] of relevant.matchAll(/\$\{(\w+)\} = '([^']*)'/g)) {
      const list = survey.find((row) => row.name === name)?.type?.split(' ')[1]
      expect(choices.filter(({ list_name }) => list_name === list).map((row) => row.name)).toContain(value)
    }
  })
  for (const name of referencesOf(rowsOf('settings')[0]?.instance_name ?? ''))
    expect(survey.map((row) => row.name)).toContain(name)
})

test('a constraint has a message, and accepts what the form’s hints give as examples', () => {
  for (const row of survey.filter(({ constraint }) => constraint !== '')) {
    expect(row['constraint_message::English (en)']).not.toBe('')
    const example = /like (.+)$/.exec(row['hint::English (en)'] ?? '')?.[1]
    if (example === undefined) continue
    const patterns = [...(row.constraint ?? '').matchAll(/regex\(\., '([^']*)'\)/g)].map(([, each = '']) => each)
    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) expect(example).toMatch(new RegExp(pattern))
  }
})

test('a city without routes or groups has a form whose lists all have choices', async () => {
  const [questions, lists] = await xlsForm({ saccos: [], routes: [], version: '1' })
  const asked = (questions?.rows ?? []).flatMap(([type = '']) => /^select_\w+ (\w+)$/.exec(type)?.[1] ?? [])
  const given = new Set(lists?.rows.slice(1).map(([list]) => list))
  expect(new Set(asked)).toEqual(given)
})

test('a name that looks like a reference stays a name', async () => {
  const odd = await xlsForm({ saccos: [{ ...KIFARU, name: ` Big $${'{seats}'} ` }], routes: [ROUTE_44], version: '1' })
  expect(odd[1]?.rows.find(([, id]) => id === KIFARU.id)).toEqual([
    'sacco',
    KIFARU.id,
    'Big $ {seats}',
    'Big $ {seats}',
  ])
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

test('every list that is asked for has choices, and every list is asked for', () => {
  const lists = new Set(choices.map(({ list_name }) => list_name))
  const used = survey.flatMap(({ type }) => /^select_(?:one|multiple) (\w+)$/.exec(type ?? '')?.[1] ?? [])
  expect(new Set(used)).toEqual(lists)
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

test.each([
  ['plate', PLATE_KEY, ['KDA 123A', 'kda-123a', 'K123', 'KDA', '1KDA', 'KDA 123ABCD', 'K 1 2', 'KDA  123A']],
  ['stickerCode', STICKER_KEY, ['V-7K3M9QXR', 'v7k3m9qxr', 'V 7K3M 9QXR', 'V-7K3M9QX', 'V-7K3M9QXRR', '7K3M9QXRV']],
])(
  '%s is accepted in the form where it is in the apps, with at most one space or hyphen between letters',
  (name, key, typed) => {
    const { constraint = '' } = survey.find((each) => each.name === name) ?? {}
    const patterns = [...constraint.matchAll(/regex\(\., '([^']*)'\)/g)].map(([, each = '']) => new RegExp(each))
    expect(patterns.length).toBeGreaterThan(0)
    for (const each of typed) {
      const isKey = key.test(each.toUpperCase().replace(/[ -]/g, '')) && !/[ -]{2}/.test(each)
      expect([each, patterns.every((pattern) => pattern.test(each))]).toEqual([each, isKey])
    }
  },
)
