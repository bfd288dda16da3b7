import { operations } from '@salama/domain/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valid } from './arbitraries.ts'
import { documented, faults, type Schema, whole } from './document.ts'
import { GENERATED } from './env.ts'

// Documents and validators easily differ in null: nullable, optional, or marked nullable by a generator. Here every
// member of every body is null once, whether the body has it or not, and the document is compared with the operation.

const ID = '0c000000-0000-4000-8000-000000000001'
const withBody = operations.flatMap((op) => (op.body ? [{ op, body: op.body }] : []))

type Container = Record<string, unknown>
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object in a body, with its possible schemas. */
function objectsIn(schema: Schema, value: unknown): { of: Schema; object: Container }[] {
  const said = whole(schema)
  const options = [said.anyOf, said.oneOf].flatMap((each) => (Array.isArray(each) ? each : []))
  const inOptions = options.flatMap((option) => (isContainer(option) ? objectsIn(option, value) : []))
  if (Array.isArray(value))
    return isContainer(said.items)
      ? value.flatMap((each) => objectsIn(said.items as Schema, each)) // checked above
      : inOptions
  if (!isContainer(value) || !isContainer(said.properties)) return inOptions
  const members = Object.entries(said.properties).flatMap(([name, member]) =>
    isContainer(member) && name in value ? objectsIn(member, value[name]) : [],
  )
  return [...inOptions, { of: said, object: value }, ...members]
}

test.each(withBody.map(({ op, body }) => [op.name, op, body] as const))(
  '%s accepts null exactly where the document allows it',
  (_, op, body) => {
    const schema = documented.get(`${op.method} ${op.path}`)?.requestBody?.content['application/json']?.schema ?? {}
    const bodies = valid(schema, { ids: [ID], texts: ['koja'] }, op.examples.body)
    const taken = (value: unknown) => body.safeParse(value).success
    const samples = [op.examples.body, ...fc.sample(bodies, { numRuns: 60, seed: GENERATED.seed })]
    const parted = samples.filter(taken).flatMap((sample) =>
      objectsIn(schema, sample).flatMap(({ of, object }) =>
        Object.keys(isContainer(of.properties) ? of.properties : {}).flatMap((name) => {
          const before = Object.entries(object)
          object[name] = null
          const [inDocument, inValidator] = [faults(schema, sample).length === 0, taken(sample)]
          for (const key of Object.keys(object)) Reflect.deleteProperty(object, key)
          Object.assign(object, Object.fromEntries(before))
          return inDocument === inValidator ? [] : [`${name}: null is ${inDocument ? 'documented' : 'not documented'}`]
        }),
      ),
    )
    expect([...new Set(parted)]).toEqual([])
  },
)
