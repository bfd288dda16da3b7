import { RpcError } from '@salama/local-supabase/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CAST } from './cast.ts'
import { openDatabase, type TestDatabase } from './database.ts'
import { buildSmallCity, SIMBA } from './small-city.ts'

describe('a test database', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  beforeEach(() => db.reset())
  afterAll(() => db.close())

  it('calls a function as the given person', async () => {
    expect(await db.as('chebet').rpc('get_current_user')).toMatchObject({
      id: CAST.chebet.id,
      roles: ['rider', 'surveyor'],
    })
    expect(await db.as('eve').rpc('get_current_user')).toMatchObject({ id: CAST.eve.id, roles: ['rider'] })
  })

  it('throws the error that SQL raised, with its reason', async () => {
    const refused = db.as('amina').rpc('resolve_corridor_for_location', { p_lat: 100, p_lng: 36 })
    await expect(refused).rejects.toBeInstanceOf(RpcError)
    await expect(refused).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'place' }, code: 'PT400' })
  })

  it('denies what a role was not granted', async () => {
    await expect(db.as('anon').rpc('get_current_user')).rejects.toMatchObject({ code: '42501' })
    await expect(db.as('amina').rpc('register_device', { p_device: 'x'.repeat(43) })).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('shifts the clock of the rules and resets it', async () => {
    const behind = async () => {
      const [row] = await db.sql<{ seconds: number }>('select extract(epoch from app.now() - now())::int as seconds')
      return row?.seconds
    }
    await db.shiftClock('2 hours')
    expect(await behind()).toBe(7200)
    await db.resetClock()
    expect(await behind()).toBe(0)
  })

  it('removes what a test wrote', async () => {
    const device = { p_device: 'd'.repeat(43) }
    await db.as('rider_server').rpc('register_device', device)
    expect(await db.sql('select from app.devices')).toHaveLength(1)
    await db.reset()
    expect(await db.sql('select from app.devices')).toHaveLength(0)
  })

  it('isolates concurrent callers', async () => {
    const names = ['amina', 'baraka', 'chebet', 'dalmas', 'eve'] as const
    const callers = Array.from({ length: 20 }, (_, index) => names[index % names.length] ?? 'eve')
    const answers = await db.parallel(callers.map((name) => () => db.as(name).rpc('get_current_user')))
    expect(answers.map((answer) => (answer as { id: string }).id)).toEqual(callers.map((name) => CAST[name].id))
  })

  it('denies the caller access to the tables', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const [row] = await db.sql<{ may: boolean }>(`select has_schema_privilege($1, 'app', 'usage') as may`, [role])
      expect(row?.may).toBe(false)
    }
  })

  it('removes the search documents of reset rows, and keeps the others', async () => {
    const found = (kind: string) => db.sql('select from app.search_documents where kind = $1', [kind])
    await buildSmallCity(db)
    await db.sql('delete from app.vehicles')
    await db.keep()
    await db.sql(
      `insert into app.vehicles (id, plate, plate_key, public_code, fleet_name) values ($1, $2, 'KDA123A', $3, $4)`,
      [SIMBA.id, SIMBA.plate, SIMBA.publicCode, SIMBA.fleetName],
    )
    expect(await found('vehicle')).not.toHaveLength(0)
    await db.reset()
    expect(await found('vehicle')).toHaveLength(0)
    expect(await found('corridor')).not.toHaveLength(0)
  })
})
