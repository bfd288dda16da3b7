import { CAST, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OneLine } from '../shared/shapes.ts'
import { chooseDisplayName } from './contract.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const choose = (name: string | null) => db.as('amina').rpc('choose_display_name', { p_display_name: name })
const named = async (who: 'amina' | 'eve') => Object(await db.as(who).rpc('get_current_user')).displayName

test('sets, changes and clears the display name', async () => {
  expect(await choose('  Amina \n W. ')).toEqual({ displayName: 'Amina W.' })
  expect([await named('amina'), await named('eve')]).toEqual(['Amina W.', null])
  await choose('Amina')
  expect(await named('amina')).toBe('Amina')
  for (const none of ['', '   ', null]) expect(await choose(none)).toEqual({ displayName: null })
  expect(await named('amina')).toBeNull()
  expect(await db.sql('select user_id from app.profiles')).toEqual([{ user_id: CAST.amina.id }])
})

test('setting the name leaves the language unchanged', async () => {
  const asAmina = db.as({ ...claims, user_metadata: { locale: 'sw' } })
  const before = Object(await asAmina.rpc('get_current_user')).locale
  await asAmina.rpc('choose_display_name', { p_display_name: 'Amina' })
  expect([before, Object(await asAmina.rpc('get_current_user')).locale]).toEqual(['sw', 'sw'])
})
const claims = { sub: CAST.amina.id, role: 'authenticated' as const }

test('rejects a name that is too long or invisible, and leaves the previous one', async () => {
  await choose('Amina')
  for (const name of ['x'.repeat(81), 'A\u0007B', 'A\u202eB', 'A\u200bB', 'A\u2066B', 'A\u{e0041}B'])
    await expect(choose(name)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'displayName' } })
  expect(await named('amina')).toBe('Amina')
  for (const displayName of ['x'.repeat(81), 'A\u202eB', 'A\u0000B', 'A\nB', 'A\u2028B'])
    expect(chooseDisplayName.body.safeParse({ displayName }).success).toBe(false)
  await expect(db.as('anon').rpc('choose_display_name', { p_display_name: 'Eve' })).rejects.toMatchObject({
    code: '42501',
  })
})

test('SQL rejects the same invisible characters as the contract and accepts all others', async () => {
  const [refused] = await db.sql<{ codes: number[] }>(
    `select array_agg(n) as codes from generate_series(1, 1114111) n
      where n not between 55296 and 57343 and not app.is_one_line(chr(n))`,
  )
  const inSql = new Set(refused?.codes)
  const codes = Array.from({ length: 0x110000 - 1 }, (_, i) => i + 1)
  const differ = codes.filter((code) => {
    const sign = String.fromCodePoint(code)
    return inSql.has(code) ? OneLine.safeParse(`A${sign}B`).success : /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(sign)
  })
  expect(differ.map((code) => code.toString(16))).toEqual([])
})
