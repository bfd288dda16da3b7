import type { Document } from './openapi-components.ts'
import { SHAPES, WORDS } from './openapi-words.ts'

type Json = { [member: string]: unknown }

/** Describes each property, and each named shape, that has no description of its own, in place. */
export function describeDocument({ paths = {}, components = {} }: Document): void {
  describeProperties(paths)
  describeProperties(components)
  for (const [name, words] of Object.entries(SHAPES)) describe(components.schemas?.[name], words)
  for (const { operationId, requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      describe(components.schemas?.[schema?.$ref?.split('/').at(-1) ?? ''], `What \`${operationId}\` receives.`)
}

function describeProperties(value: unknown): void {
  if (!isObject(value)) return
  if (isObject(value.properties))
    for (const [name, schema] of Object.entries(value.properties)) describe(schema, WORDS[name])
  for (const [member, inner] of Object.entries(value)) if (!/^examples?$/.test(member)) describeProperties(inner)
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function describe(schema: unknown, words: string | undefined): void {
  if (isObject(schema) && !('$ref' in schema) && words) schema.description ??= words
}
