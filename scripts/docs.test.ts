import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const documents = globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/*.md'], { cwd: ROOT })

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

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (document: string) =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(documents)('%s links only to headings that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '') // a sample links nowhere
  const linked = [...text.matchAll(/\]\(([\w./-]*\.md)?#([^)\s]+)\)/g)].map(([, path, anchor = '']) => ({
    file: path ? join(dirname(document), path) : document,
    anchor,
  }))
  expect(linked.filter(({ file, anchor }) => !anchorsOf(file).includes(anchor))).toEqual([])
})

test('code names only documents that exist', () => {
  const files = globSync(['{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', 'supabase/**/*.{sql,toml}'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/.next/**', '**/dist/**'],
  })
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<![\w./])docs\/[\w/-]+\.md/g)].map(([path]) => ({
      file,
      path,
    })),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each(documents)('%s names only commands of package.json', (document) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = [...text.matchAll(/npm run ([\w:]+)(?! -w)(?=[\s`.,;)])/g)].map((match) => match[1] ?? '')
  expect(named.filter((name) => !(name in scripts) && name !== 'openapi')).toEqual([])
})
