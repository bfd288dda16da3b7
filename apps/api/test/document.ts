import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// Validates requests and responses against the published document.
// | It is read from the committed openapi.json, not built from the operations, so that tests use what other systems
// see. Objects are closed unless the document opens them with `additionalProperties`: an undeclared member was not
// meant to be published.

export type Schema = { [keyword: string]: unknown }
type Media = { schema: Schema; examples?: Record<string, unknown> }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type DocumentedReply = { content?: Record<string, Media>; headers?: Record<string, unknown> }
export type DocumentedOperation = {
  operationId: string
  parameters?: Parameter[]
  security?: unknown
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, DocumentedReply>
}
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> } & Record<string, Record<string, Schema>>
}

const written: Document = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8'))

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of the document with its component references inlined; schemas are resolved where they are used. */
function expanded(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(expanded)
  if (!isObject(part)) return part
  const [, kind = '', name = ''] =
    /^#\/components\/(responses|parameters|examples|headers)\/(.+)$/.exec(String(part.$ref)) ?? []
  if (kind !== '') return expanded(written.components[kind]?.[name])
  return Object.fromEntries(Object.entries(part).map(([member, value]) => [member, expanded(value)]))
}

const published: Document = { ...written, paths: expanded(written.paths) as Document['paths'] } // references inlined

/** The operations of the document by `get /api/v1/…`. */
export const documented: ReadonlyMap<string, DocumentedOperation> = new Map(
  Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => [`${method} ${path}`, op] as const),
  ),
)

/** Resolves a `$ref`; returns any other schema unchanged. */
function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const found = published.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (found === undefined) throw new Error(`The document has no ${schema.$ref}`)
  return resolve(found)
}

/** Merges the members of an `allOf` into one schema. */
export function whole(schema: Schema): Schema {
  const { allOf, ...rest } = resolve(schema)
  if (!Array.isArray(allOf)) return rest
  const parts = [...allOf.filter(isObject).map(whole), rest]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: [...new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])))],
  }
}

/** The schema without references; every object is closed unless it is declared open. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  const { example: _, examples: __, properties, ...rest } = whole(schema)
  const inner = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, closed(value)]))
  if (!isObject(properties)) return inner
  const members = Object.entries(properties).map(([name, value]) => [name, closed(value)])
  return { additionalProperties: false, ...inner, properties: Object.fromEntries(members) }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const compiled = new WeakMap<Schema, ValidateFunction>()

/** The validation errors of a value; empty when it is valid. */
export function faults(schema: Schema, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema) as Schema) // an object stays one
  compiled.set(schema, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}
