import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERRORS } from '../shared/errors.ts'
import { FIELD_PROBLEMS } from '../shared/field-problems.ts'

const schemas = () => {
  const root = join(import.meta.dirname, '../../../../supabase/schemas')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  return files.map((name) => readFileSync(join(root, name), 'utf8'))
}

test('SQL raises only slugs of the catalogue', () => {
  const raised = schemas().flatMap((text) => [...text.matchAll(/app\.fail\(\s*'(\w+)'/g)].map(([, slug = '']) => slug))
  expect(raised.length).toBeGreaterThan(5)
  expect(raised.filter((slug) => !Object.hasOwn(ERRORS, slug))).toEqual([])
})

test('SQL uses only catalogued codes for a single value, and always names one', () => {
  const codes = schemas().flatMap((text) => {
    const named = text.matchAll(/"code": "(\w+)"|'code', '(\w+)'/g)
    const listed = text.includes('app.field_check[]') ? text.matchAll(/^ +\('[\w.-]+', '(\w+)', /gm) : []
    return [...named, ...listed].map(([, code, built]) => code ?? built ?? '')
  })
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter((code) => !Object.hasOwn(FIELD_PROBLEMS, code) && !Object.hasOwn(ERRORS, code))).toEqual([])
  expect(codes).not.toContain('invalid_request')
})
