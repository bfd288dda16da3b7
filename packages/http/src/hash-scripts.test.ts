import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashScripts } from './hash-scripts.ts'

test('hashes the scripts inside pages, and passes over a route that is called like a page', async () => {
  const app = await mkdtemp(join(tmpdir(), 'hashes-'))
  const pages = join(app, '.next/server/app')
  await mkdir(join(pages, 'en/time.html'), { recursive: true })
  await writeFile(join(pages, 'en/report.html'), '<script src="/a.js"></script><script>go()</script>')
  expect(await hashScripts(app)).toBe(1)
  expect(JSON.parse(await readFile(join(app, '.next/inline-scripts.json'), 'utf8'))).toEqual({
    '/en/report': [expect.stringMatching(/^'sha256-.{44}'$/)],
  })
})
