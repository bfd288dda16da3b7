import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAST, PASSWORD } from './cast.ts'
import { connectControl } from './control.ts'
import { type Stack, startStack } from './stack.ts'

describe('a stack without apps', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack({ apps: [] })
  })
  afterAll(() => stack.close())

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${stack.supabase.url}${path}`, {
      method: 'POST',
      headers: { apikey: stack.supabase.publishableKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  const signIn = async (name: keyof typeof CAST) =>
    (await post('/auth/v1/token?grant_type=password', { email: CAST[name].email, password: PASSWORD })).body
      .access_token

  it('isolates concurrent users', async () => {
    const names = ['amina', 'chebet', 'dalmas'] as const
    const tokens = await Promise.all(names.map(signIn))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        post(
          '/rest/v1/rpc/get_current_user',
          {},
          { 'content-profile': 'api', authorization: `Bearer ${tokens[index % 3]}` },
        ),
      ),
    )
    expect(answers.map(({ body }) => body.email)).toEqual(
      Array.from({ length: 30 }, (_, index) => CAST[names[index % 3] ?? 'eve'].email),
    )
  })

  it('is controlled from another process with the token', async () => {
    const control = connectControl(stack.control.url, stack.control.token)
    expect(await control.query('select $1::int + 1 as n', [41])).toEqual([{ n: 42 }])
    await control.shiftClock('1 hour')
    expect(await control.query('select app.now() > now() as ahead')).toEqual([{ ahead: true }])
    await control.shiftClock('0')
    await post('/auth/v1/otp', { email: CAST.baraka.email })
    expect(await control.mailbox(CAST.baraka.email)).toMatchObject([{ to: CAST.baraka.email }])
    await expect(control.query('select nothing')).rejects.toThrow(/nothing/)
    await expect(connectControl(stack.control.url, 'guessed').query('select 1')).rejects.toThrow(/wrong token/)
  })

  it('restores rows, sequences, the clock and the mailbox for each journey', async () => {
    const counts = () =>
      stack.query(
        `select (select count(*) from app.vehicles)::int as vehicles, (select count(*) from app.stops)::int as stops,
                (select count(*) from auth.sessions)::int as sessions, (select max(capacity) from app.vehicles) as seats,
                (select last_value from app.audit_log_id_seq)::int as audited, app.now() > now() as ahead`,
      )
    await stack.fresh()
    const before = await counts()
    for (let round = 0; round < 2; round++) {
      await signIn('amina')
      await stack.query('update app.vehicles set capacity = 199')
      await stack.query('delete from app.vehicles where id in (select id from app.vehicles limit 1)')
      await stack.query('truncate app.stops cascade')
      await stack.query(`select nextval('app.audit_log_id_seq')`)
      await stack.shiftClock('1 hour')
      await post('/auth/v1/otp', { email: CAST.eve.email })
      expect(await stack.mailbox(CAST.eve.email)).toHaveLength(1)
      expect(await counts()).not.toEqual(before)
      await stack.fresh()
      expect(await counts()).toEqual(before)
      expect(await stack.mailbox(CAST.eve.email)).toEqual([])
    }
  })

  it('gives every app its own session secret and the URLs of the others', () => {
    const [rider, api] = [stack.env('rider'), stack.env('api')]
    expect(rider.SESSION_SECRET).not.toBe(api.SESSION_SECRET)
    expect(rider.SALAMA_API_URL).toBe(api.APP_URL)
    expect(rider.SUPABASE_URL).toBe(stack.supabase.url)
  })
})
