import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram, installPackage } from '../../../processes/src/debian.mjs'
import { childEnv, freePorts } from '../../../processes/src/processes.mjs'
import { sitesOf } from './installation.ts'
import { nginxConf } from './proxies.ts'
import { setUp } from './setup.ts'

const folder = mkdtempSync(join(tmpdir(), 'salama-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the files of an installation', () => {
  const installation = {
    domain: 'salama.example.org',
    city: 'nairobi',
    databaseUrl: 'postgres://salama:geheim@127.0.0.1:5432/salama',
    dataDir: join(folder, 'data'),
    backups: join(folder, 'backups'),
    mail: { from: 'salama@example.org', host: 'mail.example.org', port: 587, user: 'salama', pass: 'a secret $#' },
    user: 'root',
  }
  const settings = join(folder, 'salama.env')

  it('are there again after a second time, with the settings that were there before, for their owner alone', () => {
    setUp(installation, join(folder, 'deploy'), settings)
    const told = setUp({ ...installation, city: 'mexico-city' }, join(folder, 'deploy'), settings)
    expect(told).toContain('salama grant salama@example.org')
    expect(told).toContain('  salama import --feed mexico-city && salama load courses && salama load documents\n')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['salama.env', 'salama.env.before', 'data', 'backups']))
    for (const name of ['salama.env', 'deploy/database.sql'])
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(settings, 'utf8')).toMatch(/^CITY=mexico-city$.*^SMTP_PASS='a secret \$#'$/ms)
  })

  it('say the same to systemd and to Node.js', () => {
    const script = `process.loadEnvFile(${JSON.stringify(settings)}); console.log(process.env.SMTP_PASS, process.env.SALAMA_API_URL)`
    const printed = execFileSync(process.execPath, ['-e', script], { env: { NODE_ENV: 'test' }, encoding: 'utf8' })
    expect(printed).toBe('a secret $# https://api.salama.example.org\n')
  })

  it('are units that systemd accepts', () => {
    const units = join(folder, 'deploy/systemd')
    const names = [
      'salama.target',
      'salama-supabase.service',
      'salama@rider.service',
      'salama-backup.service',
      'salama-backup.timer',
    ]
    const env = childEnv({ SYSTEMD_UNIT_PATH: `${units}:` })
    // It exits with 0 for an unknown setting, too, but says so.
    const said = execFileSync('sh', ['-c', `systemd-analyze verify "$@" 2>&1`, 'sh', ...names], {
      cwd: units,
      env,
      encoding: 'utf8',
    })
    expect(said.split('\n').filter((line) => line.includes('salama'))).toEqual([])
  })

  it('are a Caddyfile that Caddy accepts', () => {
    if (!findProgram(['caddy'])) installPackage('caddy', 'Caddy is missing: install it')
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'deploy/Caddyfile')]
    const env = childEnv({ HOME: folder })
    expect(execFileSync(findProgram(['caddy']) ?? '', args, { env, encoding: 'utf8', stdio: 'pipe' })).toContain(
      'Valid configuration',
    )
  })

  it('are refused with a password that the three would read differently', () => {
    const mail = { ...installation.mail, pass: `it's` }
    expect(() => setUp({ ...installation, mail }, join(folder, 'deploy'), settings)).toThrow(
      'SMTP_PASS may not contain',
    )
    expect(readFileSync(settings, 'utf8')).toContain('a secret')
  })
})

describe('nginx of Debian with these files', () => {
  const app = createServer(async (incoming, response) => {
    if (incoming.url === '/api/alerts/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write('data: first\n\n') // and it stays open
    }
    let bytes = 0
    for await (const chunk of incoming) bytes += chunk.length
    response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    response.setHeader('set-cookie', '__Host-session=1; Secure; HttpOnly; Path=/')
    response.setHeader('cache-control', incoming.url === '/public' ? 'public, s-maxage=60' : 'no-store')
    if (incoming.url === '/public') response.removeHeader('set-cookie')
    response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers, bytes, n: ++answered }))
  })
  const auth = createServer(({ headers }, response) => response.end(`Auth for ${headers['x-forwarded-for']}`))
  let answered = 0
  let https = 0
  let stop = () => {}

  beforeAll(async () => {
    if (!findProgram(['nginx']) && !statSync('/usr/sbin/nginx', { throwIfNoEntry: false }))
      installPackage('nginx', 'nginx is missing: install it')
    for (const server of [app, auth]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const [port = 0, authPort] = [app, auth].map((server) => (server.address() as AddressInfo).port) // they listen on ports
    const [http = 0, tls = 0] = await freePorts(2)
    https = tls
    const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=salama.example.org',
        '-out',
        certificate,
        '-keyout',
        key,
      ],
      { stdio: 'ignore' },
    )
    const sites = sitesOf('salama.example.org').map((site) => ({ ...site, port }))
    const conf = nginxConf('salama.example.org', { certificate, key }, sites, authPort)
      .replaceAll('/var/cache/nginx-salama', join(folder, 'cache'))
      .replace(/listen \[::\].*\n/g, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
    mkdirSync(join(folder, 'tmp'))
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/tmp/${name};`,
    )
    const whole = `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${paths.join(' ')}\n${conf}}`
    const file = join(folder, 'nginx-test.conf')
    execFileSync('sh', ['-c', 'cat > "$0"', file], { input: whole })
    const nginx = spawn('/usr/sbin/nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
    stop = () => nginx.kill('SIGTERM')
  })
  afterAll(() => {
    stop()
    for (const server of [app, auth]) {
      server.closeAllConnections()
      server.close()
    }
  })

  const open = (
    host: string,
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
  ) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { body, headers, ...rest } = options
      const call = request(
        {
          host: '127.0.0.1',
          port: https,
          servername: host,
          path,
          rejectUnauthorized: false,
          headers: { host, ...headers },
          ...rest,
        },
        resolve,
      )
      call.on('error', reject).end(body)
    })
  const ask = async (...args: Parameters<typeof open>) => {
    const response = await open(...args)
    return { status: response.statusCode, headers: response.headers, text: (await response.toArray()).join('') }
  }

  it('is accepted by nginx', async () => {
    await expect.poll(() => ask('salama.example.org', '/').catch(() => undefined)).toMatchObject({ status: 200 })
  })

  it('passes on the address of the connection and not what a client wrote, and cookies', async () => {
    const { text, headers } = await ask('salama.example.org', '/', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(JSON.parse(text).headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      host: 'salama.example.org',
    })
    expect(headers['set-cookie']).toEqual(['__Host-session=1; Secure; HttpOnly; Path=/'])
  })

  it('lets a photo of 2 MiB pass, and nothing much larger', async () => {
    const send = (bytes: number) => ask('salama.example.org', '/photo', { method: 'POST', body: Buffer.alloc(bytes) })
    expect(JSON.parse((await send(2.2 * 1024 * 1024)).text).bytes).toBeGreaterThan(2e6)
    expect((await send(4 * 1024 * 1024)).status).toBe(413)
  })

  it('tells browsers once to come with https alone, on what it answers itself, too', async () => {
    const answers = [
      ask('salama.example.org', '/public'),
      ask('salama.example.org', '/public'), // kept
      ask('api.salama.example.org', '/auth/v1/user'),
      ask('salama.example.org', '/photo', { method: 'POST', body: Buffer.alloc(4 * 1024 * 1024) }),
    ]
    for (const { headers } of await Promise.all(answers))
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('keeps public pages only, and passes a stream on at once', async () => {
    const twice = async (path: string) =>
      [await ask('salama.example.org', path), await ask('salama.example.org', path)].map(
        ({ text }) => JSON.parse(text).n,
      )
    const [first, second] = await twice('/public')
    expect(second).toBe(first)
    expect(new Set(await twice('/private')).size).toBe(2)
    const stream = await open('admin.salama.example.org', '/api/alerts/stream')
    const [chunk] = await stream.take(1).toArray()
    expect(String(chunk)).toBe('data: first\n\n')
    stream.destroy()
  })

  it('serves what programs need of Auth below the API, which learns the address of its client, and no more of it', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const passed = async (name: string) => (await ask('api.salama.example.org', `/auth/v1/${name}`, { headers })).text
    for (const name of ['token?grant_type=password', '.well-known/jwks.json', 'user', 'logout?scope=local'])
      expect(await passed(name)).toBe('Auth for 127.0.0.1')
    for (const name of ['otp', 'verify', 'recover', 'signup', 'admin/users', 'settings', '%6ftp', 'user/../otp'])
      expect(await passed(name)).not.toContain('Auth')
  })
})
