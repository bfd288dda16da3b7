import { CAST, openDatabase, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DocumentAcceptance, LegalDocument } from './contract.ts'
import { loadDocuments } from './files/index.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await at('2026-12-01')
  await load('terms', '2026-11-01')
  await load('terms', '2027-02-01', 'Newer')
})
afterAll(() => db.close())

/** Sets the clock to noon in Nairobi on a day. */
const at = (day: string) => db.shiftClock(`${Date.parse(`${day}T09:00:00Z`) - Date.now()} milliseconds`)
const load = (key: string, version: string, text = 'Words', who: Who = 'operator_server') =>
  db.as(who).rpc('load_document', {
    p_key: key,
    p_version: version,
    p_title: { en: 'Terms', sw: 'Masharti' },
    p_text: { en: text, sw: `${text} sw` },
  })
const accept = (who: Who, p_version: string | null, p_key = 'terms') =>
  db.as(who).rpc('accept_document', { p_document_key: p_key, p_version })
const acceptance = async (who: Who, p_key = 'terms') =>
  DocumentAcceptance.parse(await db.as(who).rpc('get_document_acceptance', { p_document_key: p_key }))
const rows = () => db.sql('select * from app.document_acceptances order by user_id, version')

test('acceptance is needed until the user accepts, and again when a new version takes effect', async () => {
  expect(await acceptance('amina')).toEqual({
    documentKey: 'terms',
    currentVersion: '2026-11-01',
    acceptedVersion: null,
    acceptedAt: null,
    needed: true,
  })
  const accepted = await accept('amina', '2026-11-01')
  expect(accepted).toMatchObject({ acceptedVersion: '2026-11-01', needed: false })
  expect(await acceptance('amina')).toEqual(accepted)
  await at('2027-01-31')
  expect((await acceptance('amina')).needed).toBe(false)
  await at('2027-02-01')
  expect(await acceptance('amina')).toMatchObject({
    currentVersion: '2027-02-01',
    acceptedVersion: '2026-11-01',
    needed: true,
  })
})

test('a repeated acceptance keeps the first timestamp, also ten at once', async () => {
  const first = await accept('amina', '2026-11-01')
  await at('2026-12-05')
  expect(await db.parallel(Array.from({ length: 10 }, () => () => accept('amina', '2026-11-01')))).toEqual(
    Array(10).fill(first),
  )
  expect(await rows()).toHaveLength(1)
})

test('returns not_found for an unknown document, and rejects an unknown or future version', async () => {
  await expect(accept('eve', '2026-11-01', 'nothing')).rejects.toMatchObject({ slug: 'not_found' })
  await expect(acceptance('eve', 'nothing')).rejects.toMatchObject({ slug: 'not_found' })
  for (const version of ['2026-11-02', '2027-02-01', null])
    await expect(accept('eve', version)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'version' } })
  expect(await rows()).toEqual([])
})

test('accepts an older version, which does not count for the newer one', async () => {
  await at('2027-02-02')
  expect(await accept('amina', '2026-11-01')).toMatchObject({ acceptedVersion: '2026-11-01', needed: true })
  expect(await accept('amina', '2027-02-01')).toMatchObject({ acceptedVersion: '2027-02-01', needed: false })
})

test('acceptances are visible only to their user, and accepting requires an account', async () => {
  await accept('amina', '2026-11-01')
  const before = await rows()
  expect(await acceptance('eve')).toMatchObject({ acceptedVersion: null, acceptedAt: null })
  for (const who of ['anon', 'rider_server'] as const) {
    await expect(accept(who, '2026-11-01')).rejects.toMatchObject({ code: '42501' })
    await expect(acceptance(who)).rejects.toMatchObject({ code: '42501' })
  }
  expect(await rows()).toEqual(before)
})

test('visitors can read the current and earlier versions of a document in both languages', async () => {
  const read = async (args: object = {}, who: Who = 'rider_server') =>
    LegalDocument.parse(await db.as(who).rpc('get_document', { p_document_key: 'terms', ...args }))
  expect(await read({ p_locale: 'sw' })).toEqual({
    documentKey: 'terms',
    version: '2026-11-01',
    currentVersion: '2026-11-01',
    locale: 'sw',
    title: 'Masharti',
    text: 'Words sw',
  })
  expect((await read({ p_version: '2027-02-01' }, 'eve')).text).toBe('Newer')
  await at('2027-03-01')
  expect((await read()).text).toBe('Newer')
  await expect(read({ p_version: '2025-01-01' })).rejects.toMatchObject({ slug: 'not_found' })
  await expect(read({ p_document_key: 'nothing' })).rejects.toMatchObject({ slug: 'not_found' })
  await expect(read({}, 'anon')).rejects.toMatchObject({ code: '42501' })
})

test('a document that is not in the asked language is in the first of the city, or in the one that it has', async () => {
  const add = (p_key: string, language: string) => {
    const texts = { [language]: 'Words' }
    const args = { p_key, p_version: '2026-11-01', p_title: texts, p_text: texts }
    return db.as('operator_server').rpc('load_document', args)
  }
  await add('english', 'en')
  await add('older', 'fr')
  for (const [p_document_key, locale] of [
    ['english', 'en'],
    ['older', 'fr'],
  ])
    expect(await db.as('rider_server').rpc('get_document', { p_document_key, p_locale: 'sw' })).toMatchObject({
      locale,
      title: 'Words',
      text: 'Words',
    })
})

test('rejects a changed text under an existing version, and a load by anybody but the operator', async () => {
  expect(await load('terms', '2026-11-01')).toMatchObject({ changed: false })
  await expect(load('terms', '2026-11-01', 'Other')).rejects.toMatchObject({ slug: 'version_conflict' })
  await expect(db.sql(`update app.document_versions set text = '{}'`)).rejects.toThrow('never changes')
  for (const who of ['anon', 'dalmas'] as const)
    await expect(load('terms', '2028-01-01', 'x', who)).rejects.toMatchObject({ code: '42501' })
})

test('loads the documents of the project, also twice', async () => {
  const rpc = (name: string, args: Record<string, unknown>) => db.as('operator_server').rpc(name, args)
  await db.sql('truncate app.document_versions cascade')
  const first = await loadDocuments({ rpc })
  expect(new Set(first.map((each) => each.documentKey))).toEqual(new Set(['privacy', 'surveyor-agreement', 'terms']))
  expect(first.every((each) => each.changed)).toBe(true)
  expect((await loadDocuments({ rpc })).map((each) => each.changed)).toEqual(first.map(() => false))
})

test('acceptances are exported and deleted with the account', async () => {
  await accept('amina', '2026-11-01')
  await accept('eve', '2026-11-01')
  const [row] = await db.sql<{ x: object }>('select app.export_learning_of($1) as x', [CAST.amina.id])
  expect(row?.x).toMatchObject({ documentAcceptances: [{ documentKey: 'terms', version: '2026-11-01' }] })
  await db.sql('select app.erase_learning_of($1)', [CAST.amina.id])
  expect(await rows()).toMatchObject([{ user_id: CAST.eve.id }])
})
