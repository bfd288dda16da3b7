import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNotThisProject } from '../../processes/src/hosted.mjs'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { serverHeaders, serverToken } from '../../processes/src/server-token.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'

const secrets = makeSecrets()
let supabase: LocalSupabase

beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true })
})
afterAll(() => supabase.close())

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${supabase.url}${path}`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const rpc = (name: string, args: unknown, headers: Record<string, string>) =>
  post(`/rest/v1/rpc/${name}`, args, { 'content-profile': 'api', ...headers })

async function signIn(email: string, password = DEMO_PASSWORD): Promise<string> {
  const { body } = await post('/auth/v1/token?grant_type=password', { email, password })
  return String(body.access_token)
}

describe('the demo accounts', () => {
  it.each(Object.values(PEOPLE))('signs in $name, with the role of the name', async (person) => {
    const me = await rpc('get_current_user', {}, { authorization: `Bearer ${await signIn(person.email)}` })
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({ id: person.id, roles: person.role ? ['rider', person.role] : ['rider'] })
  })
})

describe('keys and roles', () => {
  it('rejects a request without a key, or with a wrong one', async () => {
    for (const apikey of ['', 'sb_secret_other']) {
      expect((await rpc('register_device', { p_device: 'x'.repeat(43) }, { apikey })).status).toBe(401)
    }
  })

  it('keeps role and user of concurrent requests apart', async () => {
    const tokens = await Promise.all(['amina', 'baraka'].map((name) => signIn(`${name}@salama.test`)))
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 3 === 2
          ? rpc('register_device', { p_device: String(index).padStart(43, 'x') }, serverHeaders('rider', secrets))
          : rpc('get_current_user', {}, { authorization: `Bearer ${tokens[index % 3]}` }),
      ),
    )
    answers.forEach(({ status, body }, index) => {
      expect(status).toBe(200)
      if (index % 3 === 2) expect(body).toEqual({ registered: true })
      else expect(body.id).toBe(index % 3 === 0 ? PEOPLE.amina.id : PEOPLE.baraka.id)
    })
  })

  it('denies a user, and the secret key, the functions of a concurrent request of a server', async () => {
    const authorization = `Bearer ${await signIn('eve@salama.test')}`
    const answers = await Promise.all([
      rpc('register_device', { p_device: 'y'.repeat(43) }, serverHeaders('rider', secrets)),
      rpc('register_device', { p_device: 'z'.repeat(43) }, { authorization }),
      rpc('register_device', { p_device: 'w'.repeat(43) }, { apikey: secrets.secretKey }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403])
  })

  it('does not let lite expose our tables', async () => {
    const open = await supabase.query(
      `select r.rolname, c.relname from pg_class c, pg_roles r
        where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
          and (r.rolname in ('anon', 'authenticated', 'service_role') or r.rolname like '%\\_server')
          and has_schema_privilege(r.oid, 'app', 'usage')`,
    )
    expect(open).toEqual([])
  })

  it('does not serve schema app', async () => {
    const response = await fetch(`${supabase.url}/rest/v1/user_roles`, {
      headers: { apikey: secrets.secretKey, 'accept-profile': 'app' },
    })
    expect(response.status).toBe(406)
  })
})

describe('e-mail', () => {
  const codeFor = async (email: string) => {
    expect((await post('/auth/v1/otp', { email })).status).toBe(200)
    await supabase.settled()
    return supabase.mailbox.list(email)[0]
  }
  const verify = async (email: string) =>
    (await post('/auth/v1/verify', { email, token: (await codeFor(email))?.code, type: 'email' })).body
  const choosePassword = async (token: unknown, password: string) => {
    const headers = {
      apikey: secrets.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    const url = `${supabase.url}/auth/v1/user`
    const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ password }) })
    return { status: response.status, body: await response.json() }
  }

  it('signs a new person in with the code from the mailbox, who then chooses a password', async () => {
    const email = 'Wanjiru@salama.test'
    const mail = await codeFor(email)
    expect(mail?.text).toContain('Andika nambari hii')
    expect(mail?.text).not.toContain('http')
    const { body } = await post('/auth/v1/verify', { email, token: mail?.code, type: 'email' })
    expect((await choosePassword(body.access_token, 'a long password')).status).toBe(200)
    expect(await signIn(email, 'a long password')).toMatch(/^ey/)
  })

  it('replaces a forgotten password with the code from the mailbox', async () => {
    const { email } = PEOPLE.eve
    const { access_token } = await verify(email)
    expect((await choosePassword(access_token, 'another password')).status).toBe(200)
    expect(await signIn(email, 'another password')).toMatch(/^ey/)
  })

  it('rejects a password of seven characters', async () => {
    const { access_token } = await verify(PEOPLE.baraka.email)
    const { status, body } = await choosePassword(access_token, '1234567')
    expect([status, body.error_code ?? body.code]).toEqual([422, 'weak_password'])
  })

  it('shows a mail on a page, without its markup', async () => {
    await codeFor(PEOPLE.amina.email)
    const [mail] = supabase.mailbox.list(PEOPLE.amina.email)
    const list = await (await fetch(`${supabase.url}/mailbox`)).text()
    expect(list).toContain(`href="/mailbox/${mail?.id}"`)
    const page = await (await fetch(`${supabase.url}/mailbox/${mail?.id}`)).text()
    expect(page).toContain(mail?.code)
    expect(page).not.toContain('letter-spacing')
    const mails = await (await fetch(`${supabase.url}/mailbox.json?to=${PEOPLE.amina.email}`)).json()
    expect(mails).toMatchObject([{ id: mail?.id, code: mail?.code }])
  })
})

describe('a service over an existing project', () => {
  const operator = () => ({ ...secrets, url: supabase.url, token: serverToken('operator', secrets) })
  const ask = () => whyNotThisProject(operator())
  const history = 'supabase_migrations.schema_migrations'

  it('runs where the database has the migrations of this checkout, or no history of them', async () => {
    expect(await ask()).toBeUndefined()
    await supabase.query(`alter table ${history} rename to away`)
    expect(await ask()).toBeUndefined()
    await supabase.query('alter table supabase_migrations.away rename to schema_migrations')
  })

  it('does not run over a database that another version made', async () => {
    await supabase.query(`insert into ${history} (version) values ('29990101000000')`)
    expect(await ask()).toMatch(/another version of Salama.*29990101000000.*Start the version that made it/)
    await supabase.query(`delete from ${history} where version = '29990101000000'`)
  })

  it('does not run over a database that lacks some or all migrations', async () => {
    await supabase.exec(`create table kept as table ${history}; truncate ${history};
      insert into ${history} select * from kept offset 1; insert into ${history} (version) values ('20000101000000')`)
    expect(await ask()).toMatch(/20000101000000/)
    await supabase.exec(`truncate ${history}; insert into ${history} select * from kept; drop table kept`)
    await supabase.exec('alter function api.list_migrations rename to none')
    await supabase.exec(`notify pgrst, 'reload schema'`)
    expect(await ask()).toMatch(/no functions of Salama.*supabase db push/)
    await supabase.exec('alter function api.none rename to list_migrations')
  })
})
