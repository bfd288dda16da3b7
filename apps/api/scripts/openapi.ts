// Writes the contract to openapi.json, and what the Python client has of it. They are committed so that changes are
// visible in review, and the client can be installed from its folder. `--check` writes nothing and fails when a
// committed file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocument } from '@salama/domain/openapi'
import { type PythonDocument, pythonOf } from './python.ts'

const ROOT = join(import.meta.dirname, '../../..')
const text = `${JSON.stringify(buildDocument('https://api.salama.test'), null, 2)}\n`
const document: PythonDocument = JSON.parse(text)
const python = Object.entries(pythonOf(document)).map(
  ([name, code]) => [`clients/python/salama/${name}`, code] as const,
)

for (const [path, content] of [['apps/api/openapi.json', text] as const, ...python]) {
  const file = join(ROOT, path)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, content)
  } else if (readFileSync(file, 'utf8') !== content) {
    console.error(`${path} is not what the operations say. Run: npm run openapi -w @salama/api`)
    process.exit(1)
  }
}
