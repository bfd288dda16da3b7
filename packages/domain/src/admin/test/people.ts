import { CAST, openDatabase, type PersonName, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { User } from '../contract.ts'

export type Page = { data: ReturnType<typeof User.parse>[]; next: unknown }

/** A database with the cast and their accounts, reset before each test. */
export function usePeople() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  beforeEach(async () => {
    await db.reset()
    await db.sql('delete from auth.users')
    for (const { id, email } of Object.values(CAST))
      await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [id, email])
  })
  afterAll(() => db.close())
  const list = async (who: Who, args: Record<string, unknown> = {}) =>
    (await db.as(who).rpc('list_users', args)) as Page
  const get = async (who: Who, id: string) => User.parse(await db.as(who).rpc('get_user_roles', { p_user_id: id }))
  const replace = async (who: Who, of: string, roles: unknown, args: Record<string, unknown> = {}) =>
    User.parse(
      await db.as(who).rpc('replace_user_roles', {
        p_user_id: of,
        p_roles: roles,
        p_reason: 'Passed the field test.',
        p_version: 0,
        ...args,
      }),
    )
  const settle = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { slug: string }) => error.slug,
    )
  const everything = async () => [
    await db.sql('select user_id, role from app.user_roles order by 1, 2'),
    await db.sql('select * from app.role_versions order by 1'),
    await db.sql('select * from app.audit_log order by id'),
  ]
  const makeAdmin = (name: PersonName) =>
    db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST[name].id])
  const emails = (page: Page) => page.data.map((user) => user.email)
  return {
    get db() {
      return db
    },
    list,
    get,
    replace,
    settle,
    everything,
    makeAdmin,
    emails,
  }
}
