// Replies, examples and parameters that many operations of the published contract share: they move into `components`
// and are referenced by name. Otherwise the same error replies would be most of the document.

type Json = { [member: string]: unknown }
type Media = { schema?: Json; examples?: Json }
type Response = { content?: { [type: string]: Media } }
type Parameter = { name: string; in: string }
type RequestBody = { content?: { [type: string]: { schema?: { $ref?: string } } } }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses?: { [status: string]: Response }
}
type Components = { responses: Json; examples: Json; parameters: Json; schemas: Json }
export type Document = { paths?: { [path: string]: { [method: string]: Operation } }; components?: Partial<Components> }

const PROBLEM = 'application/problem+json'

const pascal = (slug: string) => slug.replace(/(?:^|[_-])(.)/g, (_, first: string) => first.toUpperCase())

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

/** Moves equal parts of a document into its components, in place. */
export function hoist(document: Document): void {
  const components: Components = { responses: {}, examples: {}, parameters: {}, schemas: {}, ...document.components }
  const uses = parameterUses(document)
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const { operationId = '', responses = {}, parameters = [] } of Object.values(methods)) {
      for (const [status, response] of Object.entries(responses)) {
        if (status < '300') nameReplies(operationId, response, components)
        else responses[status] = named(status, response, components)
      }
      for (const [index, parameter] of parameters.entries()) {
        const name = parameterName(path, parameter)
        const count = uses.get(keyOf(name, parameter)) ?? 0
        if (count < 2 || count < (uses.get(name) ?? 0)) continue
        components.parameters[name] = parameter
        parameters.splice(index, 1, { $ref: `#/components/parameters/${name}` } as never)
      }
    }
  }
  document.components = components
}

/** A reply that is no success: a problem is named after its codes, and so are its examples. */
function named(status: string, response: Response, { responses, examples }: Components): Response {
  const shown = response.content?.[PROBLEM]?.examples ?? {}
  const name = status === '304' ? 'NotModified' : problemName(status, Object.keys(shown))
  for (const [slug, example] of Object.entries(shown)) {
    examples[pascal(slug)] ??= example
    shown[slug] = { $ref: `#/components/examples/${pascal(slug)}` }
  }
  responses[name] ??= response
  return { $ref: `#/components/responses/${name}` } as Response
}

function problemName(status: string, slugs: string[]): string {
  if (status === '401') return slugs.length > 3 ? 'BadTokenOrApiKey' : 'BadToken'
  return slugs.map(pascal).join('Or')
}

/** Names the content of a successful reply whose schema has no name: `listUsers` returns a UserPage. */
function nameReplies(operationId: string, { content = {} }: Response, { schemas }: Components): void {
  for (const media of Object.values(content)) {
    const schema = media.schema ?? {}
    addOpenness(schema, schemas, new Set())
    if (schema.type !== 'object') continue
    const isPage = 'page' in Object(schema.properties)
    const noun = pascal(operationId.replace(/^(list|get)/, ''))
    const name = isPage ? `${singular(noun)}Page` : `${noun}Reply`
    schema.description ??= isPage
      ? 'A page of the list, and where the next begins.'
      : `What \`${operationId}\` returns.`
    schemas[name] = schema
    media.schema = { $ref: `#/components/schemas/${name}` }
  }
}

const OPEN = 'More values may be added.'

/** Version 1 only grows: a closed list of values in a reply may get more. */
function addOpenness(value: unknown, schemas: Json, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { $ref, enum: values, description }: Json = { ...value }
  if (typeof $ref === 'string') addOpenness(schemas[$ref.replace('#/components/schemas/', '')], schemas, seen)
  if (Array.isArray(values) && !String(description).endsWith(OPEN))
    Object.assign(value, { description: description === undefined ? OPEN : `${description} ${OPEN}` })
  for (const inner of Object.values(value)) addOpenness(inner, schemas, seen)
}

/** `limit` is Limit; the `id` in `/incidents/{id}` is IncidentId; `incidentId` of a query is IncidentIdFilter. */
function parameterName(path: string, { name, in: where }: Parameter): string {
  if (where !== 'path') return name.endsWith('Id') ? `${pascal(name)}Filter` : pascal(name)
  const before = path.slice(0, path.indexOf(`{${name}}`)).split('/')
  const noun = singular(before.findLast((segment) => /^[a-z]/.test(segment)) ?? '')
  return name.startsWith(noun) ? pascal(name) : pascal(`${noun}_${name}`)
}

const keyOf = (name: string, parameter: Parameter) => JSON.stringify([name, parameter])

/** How often each parameter is used: the most frequent variant of a name gets the name. */
function parameterUses({ paths = {} }: Document): Map<string, number> {
  const uses = new Map<string, number>()
  for (const [path, methods] of Object.entries(paths))
    for (const parameter of Object.values(methods).flatMap((operation) => operation.parameters ?? [])) {
      const name = parameterName(path, parameter)
      const count = (uses.get(keyOf(name, parameter)) ?? 0) + 1
      uses.set(keyOf(name, parameter), count)
      uses.set(name, Math.max(uses.get(name) ?? 0, count))
    }
  return uses
}
