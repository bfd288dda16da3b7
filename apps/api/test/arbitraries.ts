import fc from 'fast-check'
import { faults, type Schema, whole } from './document.ts'

// Generates values from the document's schemas, for the subset of JSON Schema that it uses. Documented examples come up
// often, because fully random requests seldom pass the first check.

type Arbitrary = fc.Arbitrary<unknown>

/** Ids for requests, in addition to unknown ones. */
export type Pool = { ids: readonly string[]; texts: readonly string[] }

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const schemasOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** Generates valid values of a schema. */
export function valid(schema: Schema, pool: Pool, example?: unknown): Arbitrary {
  const said = whole(schema)
  const members = membersOf(example)
  const options = schemasOf(said.anyOf ?? said.oneOf)
  if (options.length > 0) return fc.oneof(...options.map((option) => valid(option, pool, fitting(option, example))))
  if (Array.isArray(said.type)) {
    return fc.oneof(...said.type.map((type) => valid({ ...said, type }, pool, fitting({ ...said, type }, example))))
  }
  if (said.type === 'object') return objectOf(said, pool, members)
  const plain = scalarOrList(said, pool, example)
  return example === undefined
    ? plain
    : fc.oneof({ arbitrary: fc.constant(example), weight: 3 }, { arbitrary: plain, weight: 2 })
}

const membersOf = (example: unknown): Record<string, unknown> =>
  typeof example === 'object' && example !== null ? Object.fromEntries(Object.entries(example)) : {}

const fitting = (schema: Schema, example: unknown) =>
  example !== undefined && faults(schema, example).length === 0 ? example : undefined

function objectOf({ properties, required }: Schema, pool: Pool, example: Record<string, unknown>): Arbitrary {
  const members = Object.entries(membersOf(properties)).flatMap(([name, schema]) =>
    isSchema(schema) ? [[name, valid(schema, pool, example[name])] as const] : [],
  )
  const requiredKeys = Array.isArray(required) ? required.map(String) : []
  const mixed = fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true })
  return Object.keys(example).length === 0 ? mixed : fc.oneof(fc.constant(example), mixed)
}

function scalarOrList(said: Schema, pool: Pool, example: unknown): Arbitrary {
  if ('const' in said) return fc.constant(said.const)
  if (Array.isArray(said.enum)) return fc.constantFrom(...said.enum)
  switch (said.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer(bounds(said, 1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))
    case 'number':
      return fc.double({ ...bounds(said, Number.EPSILON, -1e300, 1e300), noNaN: true })
    case 'string':
      return textOf(said, pool)
    case 'array': {
      const [minLength, maxLength] = [numberOf(said.minItems) ?? 0, Math.min(numberOf(said.maxItems) ?? 8, 8)]
      const [first] = Array.isArray(example) ? example : []
      return fc.array(valid(isSchema(said.items) ? said.items : {}, pool, first), { minLength, maxLength })
    }
    default:
      return fc.jsonValue()
  }
}

function bounds(said: Schema, step: number, lowest: number, highest: number) {
  const above = numberOf(said.exclusiveMinimum)
  const below = numberOf(said.exclusiveMaximum)
  return {
    min: numberOf(said.minimum) ?? (above === undefined ? lowest : above + step),
    max: numberOf(said.maximum) ?? (below === undefined ? highest : below - step),
  }
}

function textOf(said: Schema, pool: Pool): Arbitrary {
  if (said.format === 'uuid') return fc.oneof(fc.constantFrom(...pool.ids), fc.uuid({ version: 4 }))
  if (said.format === 'date-time') return instants.map((instant) => instant.toISOString())
  if (said.format === 'date') return instants.map((instant) => instant.toISOString().slice(0, 10))
  if (said.format === 'email') return fc.emailAddress()
  if (said.format === 'uri') return fc.webUrl()
  if (typeof said.pattern === 'string') return fc.stringMatching(new RegExp(said.pattern))
  const minLength = numberOf(said.minLength) ?? 0
  const maxLength = numberOf(said.maxLength) ?? 200
  const known = pool.texts.filter((text) => text.length >= minLength && text.length <= maxLength)
  const any = fc.string({ minLength, maxLength, unit: 'grapheme' }).filter((text) => text.length <= maxLength)
  return known.length === 0 ? any : fc.oneof(fc.constantFrom(...known), any)
}

const instants = fc.oneof(
  fc.integer({ min: -40 * 24 * 60, max: 24 * 60 }).map((minutes) => new Date(Date.now() + minutes * 60_000)),
  // From the first to the last year that a date can have: PostgreSQL has no year 0.
  fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
)

/** Invalid dates, and dates beyond the range of some programs. */
const HOSTILE_DAYS = [
  '0000-01-01',
  '0000-02-29',
  '0001-01-01',
  '1900-02-29',
  '2024-02-29',
  '2026-02-29',
  '2026-02-30',
  '2026-13-01',
  '9999-12-31',
  '10000-01-01',
  '+010000-01-01',
  '-000001-01-01',
]

/** Malicious and malformed strings. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  'İıßﬀ',
  '💥'.repeat(50),
  'e\u0301'.repeat(40),
  "' or 1=1 --",
  '$1',
  '%',
  '_',
  '\\',
  '%_\\%',
  '"',
  '{}',
  '[null]',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '00',
  '1e400',
  '1e-400',
  '0x10',
  '1_000',
  '٣',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(350),
  ...HOSTILE_DAYS,
  ...HOSTILE_DAYS.map((day) => `${day}T00:00:00Z`),
  '9999-12-31T23:59:60Z',
  '2026-11-20T06:52:04+24:00',
  '1900-01-01T00:00:00+23:59',
  '2199-12-31T23:59:59-23:59',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'urn:uuid:0c000000-0000-4000-8000-000000000001',
  '{0c000000-0000-4000-8000-000000000001}',
  '1,2,3,4',
  '-180,-90,180,90',
  '1e999,0,1,1',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\r\nset-cookie: a=b',
  'x'.repeat(3000),
  '__proto__',
  'constructor',
  'toString',
]

export const HOSTILE_NUMBERS = [0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63)]

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double().map(String),
)

export const hostileValue: Arbitrary = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, ...HOSTILE_NUMBERS, [], {}),
  fc.constantFrom<unknown>([[[[]]]], [null], { length: 1 }, { toString: 1 }, { constructor: null }),
  fc.jsonValue({ maxDepth: 3 }),
)
