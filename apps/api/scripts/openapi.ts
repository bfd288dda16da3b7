// Writes the contract to openapi.json, which is committed so that changes are visible in review. `--check` writes
// nothing and fails when the committed file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocument } from '@salama/domain/openapi'

const path = join(import.meta.dirname, '../openapi.json')
const text = `${JSON.stringify(buildDocument('https://api.salama.test'), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (readFileSync(path, 'utf8') !== text) {
  console.error('openapi.json is not what the operations say. Run: npm run openapi -w @salama/api')
  process.exit(1)
}
