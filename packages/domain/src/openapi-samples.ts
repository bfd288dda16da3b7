import type { Operation } from './shared/operation.ts'

// Samples of each operation, in the published contract as `x-codeSamples`, which Redoc shows.

export type Sample = { lang: string; label: string; source: string }

type Asked = { method: string; url: string; credential?: { header: string; shell: string; js: string; python: string } }

const KEY = {
  header: 'X-API-KEY',
  shell: '$SALAMA_KEY',
  js: 'process.env.SALAMA_KEY',
  python: "os.environ['SALAMA_KEY']",
}

const TOKEN = {
  header: 'Authorization',
  shell: 'Bearer $SALAMA_TOKEN',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template
  js: '`Bearer ${process.env.SALAMA_TOKEN}`',
  python: "'Bearer ' + os.environ['SALAMA_TOKEN']",
}

/** The operation's example request in curl, JavaScript and Python, sent to `serverUrl`. */
export function samplesOf(op: Operation, serverUrl: string): Sample[] {
  const asked: Asked = { method: op.method.toUpperCase(), url: urlOf(op, serverUrl) }
  if (op.access !== 'public') asked.credential = typeof op.access === 'object' && 'scope' in op.access ? KEY : TOKEN
  const body = op.body && op.examples.body
  return [
    { lang: 'Shell', label: 'curl', source: curl(asked, body, op) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(asked, body, op) },
    { lang: 'Python', label: 'Python', source: python(asked, body, op) },
  ]
}

function urlOf({ path, examples }: Operation, serverUrl: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(examples.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(examples.query ?? {}))
    for (const each of [value].flat()) query.append(name, String(each))
  return `${serverUrl}${filled}${query.size > 0 ? `?${query}` : ''}`
}

function curl({ method, url, credential }: Asked, body: unknown, { binary, events }: Operation): string {
  const options = [
    method !== 'GET' && `-X ${method}`,
    credential && `-H "${credential.header}: ${credential.shell}"`,
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    binary && '--remote-name',
    events && '--no-buffer',
  ]
  return [`curl '${url}'`, ...options.filter((option) => typeof option === 'string')].join(' \\\n  ')
}

function javaScript({ method, url, credential }: Asked, body: unknown, op: Operation): string {
  const headers = [
    credential && `'${credential.header}': ${credential.js}`,
    body !== undefined && "'Content-Type': 'application/json'",
  ].filter((header) => typeof header === 'string')
  const options = [
    method !== 'GET' && `  method: '${method}',\n`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },\n`,
    body !== undefined && `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),\n`,
  ].filter((option) => typeof option === 'string')
  const read = op.binary ? 'arrayBuffer' : op.file || op.events ? 'text' : 'json'
  return [
    `const response = await fetch('${url}'${options.length > 0 ? `, {\n${options.join('')}}` : ''})`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's template
    'if (!response.ok) throw new Error(`${response.status} ${(await response.json()).title}`)',
    ...(op.status === 204 ? [] : [`console.log(await response.${read}())`]),
  ].join('\n')
}

function python({ method, url, credential }: Asked, body: unknown, op: Operation): string {
  const options = [
    `    '${url}',\n`,
    credential && `    headers={'${credential.header}': ${credential.python}},\n`,
    body !== undefined && `    json=${pythonLiteral(body)},\n`,
    '    timeout=30,\n',
  ].filter((option) => typeof option === 'string')
  const read = op.binary ? 'content' : op.file || op.events ? 'text' : 'json()'
  return [
    ...(credential ? ['import os'] : []),
    'import requests\n',
    `response = requests.${method.toLowerCase()}(\n${options.join('')})`,
    'response.raise_for_status()',
    ...(op.status === 204 ? [] : [`print(response.${read})`]),
  ].join('\n')
}

function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`)
      .join(', ')}}`
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null || value === undefined ? 'None' : JSON.stringify(value)
}
