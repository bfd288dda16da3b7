import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]

/** Matches `packages/domain/src/contract.ts`, not `/api/v1/health` nor `npm run x`; skips patterns with * { [ < … */
const PATH = /^(apps|packages|supabase|e2e|bench|docs|scripts|data)\/[\w./@-]+$/

test.each(documents)('%s names only existing paths', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '').filter((name) => PATH.test(name))
  const linked = [...text.matchAll(/(?:\]\(|src=")([^)#:"]+)(?:#[^)]*)?[)"]/g)].map((match) =>
    join(dirname(document), match[1] ?? ''),
  )
  expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each(documents)('%s names only commands of package.json', (document) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/npm run ([\w:]+)(?! -w)(?=[\s`.,;)])/g)].map((match) => match[1] ?? '')
  expect(named.filter((name) => !(name in scripts) && name !== 'openapi')).toEqual([])
})
