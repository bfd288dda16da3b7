import { randomUUID } from 'node:crypto'
import { CAST, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.sql('delete from auth.users')
  await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [amina.id, amina.email])
})
afterAll(() => db.close())

const { amina, eve } = CAST
const person = { p_issuer: 'https://id.test', p_subject: 'amina-at-id' }
const find = (email: string = amina.email, who = person) =>
  db.as('rider_server').rpc('find_external_account', { ...who, p_email: email })
const link = (userId: string = amina.id) =>
  db.as('rider_server').rpc('link_external_identity', { ...person, p_user_id: userId })

test('finds an account only once it is linked, then also under another e-mail address', async () => {
  await expect(find()).resolves.toEqual({ outcome: 'exists', email: amina.email })
  await expect(find(' NEW@salama.test ')).resolves.toEqual({ outcome: 'new', email: 'new@salama.test' })
  await link()
  await expect(find()).resolves.toEqual({ outcome: 'linked', email: amina.email })
  await expect(find('changed@id.test')).resolves.toEqual({ outcome: 'linked', email: amina.email })
  const other = { ...person, p_issuer: 'https://other.test' }
  await expect(find(amina.email, other)).resolves.toMatchObject({ outcome: 'exists' })
})

test('deletes a sign-up that nobody confirmed, and no other account', async () => {
  await db.sql(`insert into auth.users (id, email) values ($1, 'planted@salama.test')`, [randomUUID()])
  await expect(find('planted@salama.test')).resolves.toMatchObject({ outcome: 'new' })
  await expect(db.sql('select email from auth.users')).resolves.toEqual([{ email: amina.email }])
})

test('links once, and never moves a person to another account', async () => {
  await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [eve.id, eve.email])
  await link()
  await link()
  await expect(link(eve.id)).rejects.toMatchObject({ slug: 'forbidden' })
  await expect(db.sql('select user_id from app.external_identities')).resolves.toEqual([{ user_id: amina.id }])
})

test('links to no account that is missing or unconfirmed', async () => {
  await db.sql('insert into auth.users (id, email) values ($1, $2)', [eve.id, eve.email])
  await expect(link(eve.id)).rejects.toMatchObject({ slug: 'not_found' })
  await expect(link(randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})

test('rejects users, and names missing fields', async () => {
  await expect(db.as('eve').rpc('link_external_identity', { ...person, p_user_id: eve.id })).rejects.toThrow(
    /permission/,
  )
  await expect(db.as('eve').rpc('find_external_account', { ...person, p_email: eve.email })).rejects.toThrow(
    /permission/,
  )
  await expect(
    db.as('rider_server').rpc('find_external_account', { ...person, p_subject: null, p_email: eve.email }),
  ).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('is exported, and erased with the account', async () => {
  await link()
  await expect(db.as('amina').rpc('export_own_data')).resolves.toMatchObject({
    account: { signsInWith: [{ issuer: 'https://id.test', subject: 'amina-at-id' }] },
  })
  await db.as('amina').rpc('delete_own_account', { p_confirm: amina.id })
  await expect(db.sql('select from app.external_identities')).resolves.toEqual([])
})
