// The Python client's types and one method per operation, of the document. What is in clients/python by hand is the
// rest: sending, retries, lists, changes, webhooks.

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type PythonDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const HEADER = '# Generated from the OpenAPI document by `npm run openapi -w @salama/api`. Do not edit.\n'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const KEYWORDS = new Set(['from', 'class', 'in', 'is', 'global', 'import', 'not', 'or', 'and', 'with', 'as', 'def'])
const SIMPLE: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const literal = (value: unknown) => (value === null ? 'None' : JSON.stringify(value))
const docstring = (text: string, indent: string) =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trim().replaceAll('\n', `\n${indent}`)}${text.endsWith('"') ? ' ' : ''}"""\n`

function snake(name: string): string {
  const lower = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '')
  return KEYWORDS.has(lower) ? `${lower}_` : lower.replace(/^_/, '')
}

/** The files of the package that follow from the document, by their names. */
export function pythonOf({ paths, components }: PythonDocument): Record<string, string> {
  const types = new Map<string, string>()

  /** The type of a schema; what has a name of its own is defined under it. */
  function typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return define(nameOf(schema.$ref))
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const either = schema.oneOf ?? schema.anyOf
    if (either)
      return union(
        either.map((each, index) => typeOf(each, `${name}${either.length > 2 || schema.oneOf ? index + 1 : ''}`)),
      )
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name)))
    if (schema.type === 'array') return `List[${schema.items ? typeOf(schema.items, `${name}Item`) : 'Any'}]`
    if (schema.properties) return structure(schema, name)
    if (schema.type === 'object')
      return `Dict[str, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, `${name}Value`) : 'Any'}]`
    return SIMPLE[schema.type ?? ''] ?? 'Any'
  }

  const union = (all: string[]) => {
    const each = [...new Set(all)]
    return each.length === 1 ? String(each[0]) : `Union[${each.join(', ')}]`
  }

  /** Names of members are those of the JSON; only the functional form has all of them. */
  function structure({ properties = {}, required = [], description }: Schema, name: string): string {
    if (types.has(name)) return name
    types.set(name, '') // it may contain itself
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = typeOf(schema, `${name}${pascal(member)}`)
      return [member, required.includes(member) ? type : `NotRequired[${type}]`] as const
    })
    const body = members.some(([member]) => KEYWORDS.has(member))
      ? `${name} = TypedDict("${name}", {${members.map(([member, type]) => `"${member}": "${type.replaceAll('"', "'")}"`).join(', ')}})\n`
      : `class ${name}(TypedDict):\n${description ? docstring(description, '    ') : ''}${members.map(([member, type]) => `    ${member}: ${type}\n`).join('') || '    pass\n'}`
    types.delete(name) // after what it contains
    types.set(name, body)
    return name
  }

  function define(name: string): string {
    if (types.has(name)) return name
    const schema = components.schemas[name] ?? {}
    if (schema.properties) return structure(schema, name)
    types.set(name, '')
    const type = typeOf(schema, name)
    types.delete(name)
    types.set(name, `${name}: TypeAlias = '${type.replaceAll("'", '"')}'\n`)
    return name
  }

  define('Problem')
  const methods: string[] = []
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const op = item[method]
      // A stream does not end like an answer: `watch_changes` is for that.
      if (op && !op.responses['200']?.content?.['text/event-stream'])
        methods.push(methodOf(path, method, op, components.parameters, (schema, name) => typeOf(schema, name)))
    }
  const imports =
    'from __future__ import annotations\n\nfrom typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict, Union\n'
  const own = [...types.keys()].sort().filter((name) => methods.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  return {
    'types.py': `${HEADER}${imports}\n${[...types.values()].map((text) => `\n${text}`).join('\n')}`,
    'operations.py': `${HEADER}from __future__ import annotations\n\nfrom typing import List, Literal, Optional, Union\n\nfrom ._transport import Transport\nfrom .types import (\n${own.map((name) => `    ${name},\n`).join('')})\n\n\nclass Operations(Transport):\n    """One method per operation of the API. Lists answer one page: see \`Salama.items\`."""\n\n${methods.join('\n')}`,
  }
}

type TypeOf = (schema: Schema, name: string) => string

function methodOf(
  path: string,
  method: string,
  op: Operation,
  known: Record<string, Parameter>,
  typeOf: TypeOf,
): string {
  const name = pascal(op.operationId)
  const parameters = (op.parameters ?? []).map((each) => (each.$ref ? known[nameOf(each.$ref)] : each))
  const of = (where: string) => parameters.filter((each) => each !== undefined && each.in === where) as Parameter[] // the rest is gone
  const body = op.requestBody?.content['application/json']?.schema
  const hasKey = of('header').some((each) => each.name === 'Idempotency-Key')
  const typed = ({ name: own, schema }: Parameter) => typeOf(schema, `${name}${pascal(own)}`)
  const query = of('query').toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
  const keywords = [
    ...query.map((each) =>
      each.required ? `${snake(each.name)}: ${typed(each)}` : `${snake(each.name)}: Optional[${typed(each)}] = None`,
    ),
    ...(hasKey ? ['idempotency_key: Optional[str] = None'] : []),
  ]
  const head = [
    'self',
    ...of('path').map((each) => `${snake(each.name)}: ${typed(each)}`),
    ...(body ? [`body: ${typeOf(body, `${name}Body`)}`] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
  ]
  const [status = '', reply] = Object.entries(op.responses).find(([each]) => each.startsWith('2')) ?? []
  const [[type, content] = []] = Object.entries(reply?.content ?? {})
  const isJson = type === 'application/json'
  const read = type === undefined || isJson ? '' : type.startsWith('text/') ? 'text' : 'bytes'
  const answer =
    type === undefined || status === '204'
      ? 'None'
      : read === 'text'
        ? 'str'
        : read || typeOf(content?.schema ?? {}, `${name}Reply`)
  const filled = path.replace(/\{(\w+)\}/g, (_, own: string) => `{self._segment(${snake(own)})}`)
  const sent = [
    `"${method.toUpperCase()}"`,
    `${filled === path ? '' : 'f'}"${filled}"`,
    ...(query.length > 0 ? [`query={${query.map((each) => `"${each.name}": ${snake(each.name)}`).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(hasKey ? ['headers={"Idempotency-Key": self._key(idempotency_key)}'] : []),
    ...(read ? [`read="${read}"`] : []),
  ]
  return `    def ${snake(op.operationId)}(${head.join(', ')}) -> ${answer}:\n${docstring(`${op.summary}.\n\n${op.description}`, '        ')}        return self._call(${sent.join(', ')})\n`
}
