import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Which apps Turborepo rebuilds after an edit, as computed by Turborepo in a copy of its inputs.

const ROOT = join(import.meta.dirname, '..')
const APPS = ['admin', 'api', 'learning', 'rider', 'surveyor']
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'salama-builds-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages', 'bench', 'e2e')
  const single = globSync('*.json', { cwd: ROOT })
  for (const file of [...single, '.gitignore', ...files.trim().split('\n')]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

type Plan = { tasks: { taskId: string; hash: string }[] }

function hashes(): Record<string, string> {
  const said = execFileSync(join(ROOT, 'node_modules/.bin/turbo'), ['run', 'build', '--dry=json'], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { tasks }: Plan = JSON.parse(said)
  const hashOf = (app: string) => tasks.find(({ taskId }) => taskId === `@salama/${app}#build`)?.hash ?? ''
  return Object.fromEntries(APPS.map((app) => [app, hashOf(app)]))
}

function rebuiltAfter(file: string): string[] {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const before = hashes()
  writeFileSync(path, `${text}\n`)
  const after = hashes()
  writeFileSync(path, text)
  return APPS.filter((app) => before[app] !== after[app])
}

it.each([
  ['packages/outbox/src/account.ts', APPS],
  ['packages/ui/src/styles.css', APPS],
  ['packages/ui/messages/sw.json', APPS],
  ['packages/domain/src/contract.ts', APPS],
  ['packages/http/src/endpoint.ts', APPS],
  ['tsconfig.base.json', APPS],
  ['apps/rider/messages/sw.json', ['rider']],
  ['apps/rider/public/nairobi.html', ['rider']],
  ['apps/learning/app/globals.css', ['learning']],
  ['apps/api/content/changelog.sw.md', ['api']],
  ['apps/surveyor/next.config.ts', ['surveyor']],
])('an edit of %s rebuilds %j', (file, apps) => {
  expect(rebuiltAfter(file)).toEqual(apps)
})

it.each([
  'packages/ui/src/components/markdown.test.tsx',
  'packages/testing/src/stack.ts',
  'packages/local-supabase/src/start.ts',
  'packages/client/README.md',
  'apps/api/test/env.ts',
  'e2e/tests/report.journey.ts',
])('an edit of %s rebuilds nothing', (file) => {
  expect(rebuiltAfter(file)).toEqual([])
})
