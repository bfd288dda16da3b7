import { openDatabase } from '@salama/testing'
import { pairsIn, readFunctions, rowsIn, textOf, valuesInJson } from '@salama/testing/functions'
import { beforeAll, expect, test } from 'vitest'
import { ERRORS } from '../shared/errors.ts'
import { FIELD_PROBLEMS } from '../shared/field-problems.ts'

let functions: Awaited<ReturnType<typeof readFunctions>>
beforeAll(async () => {
  const db = await openDatabase()
  functions = await readFunctions(db).finally(db.close)
})

test('SQL raises only slugs of the catalogue', () => {
  const raised = functions.callsOf('app.fail').map(({ by, args: [slug] }) => ({ by, slug: textOf(slug) }))
  expect(raised.length).toBeGreaterThan(100)
  // This one takes the slug from the first of the problems that it found.
  const unknown = raised.filter(({ slug }) => slug === undefined || !Object.hasOwn(ERRORS, slug))
  expect(unknown).toEqual([{ by: 'app.checked_report', slug: undefined }])
})

test('SQL uses only catalogued codes for a single value, and always names one', () => {
  const written = functions.trees.flatMap((tree) => valuesInJson(tree, 'code'))
  const built = functions.trees.flatMap(pairsIn).flatMap(({ key, value }) => (key === 'code' ? [textOf(value)] : []))
  const checked = functions.trees.flatMap((tree) => rowsIn(tree, 'app.field_check')).map(([, code]) => textOf(code))
  for (const codes of [written, built, checked]) expect(codes.length).toBeGreaterThan(5)
  const codes = [...written, ...built, ...checked]
  const unknown = codes.filter(
    (code) => code !== undefined && !Object.hasOwn(FIELD_PROBLEMS, code) && !Object.hasOwn(ERRORS, code),
  )
  expect(unknown).toEqual([])
  expect(codes).not.toContain('invalid_request')
})
