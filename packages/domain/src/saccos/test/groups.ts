import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const TAUSI = '0b000000-0000-4000-8000-0000000000e1'
export const TAUSI_TWO = '0b000000-0000-4000-8000-0000000000e2'
export const KIFARU = '0b000000-0000-4000-8000-0000000000e3'

type Group = {
  id: string
  slug: string
  name: string
  aliases: string[]
  vehicles: number
  registerNos: string[]
  merges: object[]
}

/** Three operator groups with their vehicles, two with similar names, reset before each test. */
export function useGroups() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  beforeEach(async () => {
    await db.reset()
    await db.resetClock()
    await db.sql(
      `insert into app.saccos (id, slug, name) values
         ($1, 'tausi', 'Tausi Demo Sacco'), ($2, 'tausi-two', 'TAUSI DEMO TRAVELLERS LTD'), ($3, 'kifaru', 'Kifaru Demo Sacco')`,
      [TAUSI, TAUSI_TWO, KIFARU],
    )
    await db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('tdt', 'TDT', $1)`, [TAUSI_TWO])
    for (const [plate, sacco] of [
      ['KZZ001A', TAUSI],
      ['KZZ002A', TAUSI],
      ['KZZ003A', TAUSI_TWO],
    ])
      await db.sql(
        `insert into app.vehicles (plate, plate_key, public_code, sacco_id) values ($1, $1, app.new_public_code(), $2)`,
        [plate, sacco],
      )
  })
  afterAll(() => db.close())
  const as = (who: 'dalmas' | 'eve' | 'chebet') => db.as(who)
  const merge = (p_id: string, p_into: string, p_reason = 'One office.') =>
    as('dalmas').rpc('merge_saccos', { p_id, p_into, p_reason }) as Promise<Group>
  const undo = (p_id: string) =>
    as('dalmas').rpc('undo_sacco_merge', { p_id, p_reason: 'They only share a stage.' }) as Promise<Group>
  const apart = (p_id: string, p_from: string, p_reason = 'Two offices.') =>
    as('dalmas').rpc('keep_saccos_apart', { p_id, p_from, p_reason }) as Promise<Group>
  const get = (p_id: string) => as('dalmas').rpc('get_sacco_for_admin', { p_id }) as Promise<Group>
  const pairs = async () =>
    ((await as('dalmas').rpc('list_sacco_duplicates')) as { data: { score: number; groups: Group[] }[] }).data
  const groupsOf = async (p_q?: string) =>
    ((await as('eve').rpc('list_saccos', { p_q, p_limit: 100 })) as { data: { slug: string }[] }).data.map(
      (each) => each.slug,
    )
  const platesOf = async (p_id: string) =>
    ((await as('eve').rpc('list_sacco_vehicles', { p_id })) as { data: { plate: string }[] }).data.map((v) => v.plate)
  const slugOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { slug?: string }) => error.slug,
    )
  return {
    get db() {
      return db
    },
    as,
    merge,
    undo,
    apart,
    get,
    pairs,
    groupsOf,
    platesOf,
    slugOf,
  }
}
