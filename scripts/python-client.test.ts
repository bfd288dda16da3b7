import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type PythonDocument, pythonOf } from '../apps/api/scripts/python.ts'

const ROOT = join(import.meta.dirname, '..')
const CLIENT = join(ROOT, 'clients/python')
const run = promisify(execFile)

test('the Python client has the types and methods of the document', () => {
  const document: PythonDocument = JSON.parse(readFileSync(join(ROOT, 'apps/api/openapi.json'), 'utf8'))
  for (const [name, code] of Object.entries(pythonOf(document)))
    expect(readFileSync(join(CLIENT, 'salama', name), 'utf8')).toBe(code)
})

test('the Python client passes its own tests, for which python3 has to be 3.11 or newer', async () => {
  const { stderr } = await run('python3', ['-B', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
    cwd: CLIENT,
  })
  expect(stderr).toMatch(/^OK$/m)
})
