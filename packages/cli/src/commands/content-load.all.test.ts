import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { commandBesideSupabase } from '../test/run-command.ts'

const { query, runWithToken: run } = commandBesideSupabase('content-load.ts')

const versions = () => query('select from app.course_versions union all select from app.document_versions')

it('loads the courses and documents of the project, and changes nothing the second time', async () => {
  expect((await run(['courses'])).out).toBe(
    'ride-safely 1 loaded\na-report-that-helps 1 loaded\nsurveyor-basics 1 loaded\n',
  )
  expect((await run(['documents'])).out).toContain('terms 2026-11-27 loaded\n')
  const before = await versions()
  expect((await run(['courses'])).out).toContain('surveyor-basics 1 was there already\n')
  expect(await run(['documents'])).toMatchObject({ code: 0, out: expect.not.stringContaining('loaded') })
  expect(await versions()).toEqual(before)
})

it('rejects a text that changed without a new version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'terms'))
  for (const locale of ['en', 'sw']) writeFileSync(join(folder, `terms/2026-11-27.${locale}.md`), '# T\n\nOther.\n')
  expect(await run(['documents', folder])).toMatchObject({ code: 1, out: '' })
})

it.each([[[]], [['lessons']], [['courses', 'a', 'b']], [['courses', '--force']]])(
  'prints its usage for %j',
  async (args) => {
    const { code, err } = await run(args)
    expect([code, err]).toEqual([1, expect.stringContaining('npx salama load courses [')])
  },
)

it('changes nothing without the right secret key', async () => {
  const before = await versions()
  expect((await run(['courses'], 'sb_secret_of_somebody_else')).code).toBe(1)
  expect(await versions()).toEqual(before)
})
