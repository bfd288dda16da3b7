import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts, nodePath, ROOT } from '../../packages/processes/src/processes.mjs'

/** A process as a service manager starts it. */
async function startOnly(name: string, env: Record<string, string> = {}) {
  const [port = 0] = await freePorts(1)
  const folder = mkdtempSync(join(tmpdir(), 'salama-only-'))
  const child = spawn(nodePath(), ['scripts/start.mjs', '--only', name], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, SUPABASE_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (path: string, host = '127.0.0.1') => {
    const response = await fetch(`http://${host}:${port}${path}`).catch(() => undefined)
    return response?.status
  }
  return { child, lines, ask }
}

test('Supabase alone prints JSON, reports readiness, and ends with the signal', {
  timeout: 300_000,
}, async () => {
  const { child, lines, ask } = await startOnly('supabase')
  await expect.poll(() => ask('/readyz'), { timeout: 270_000 }).toBe(200)
  expect(await ask('/healthz')).toBe(200)
  expect(lines.map((line) => JSON.parse(line).msg).join('\n')).toContain('Supabase is ready')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it waits for a server that is not up yet, alive but not ready', { timeout: 180_000 }, async () => {
  const [nowhere = 0] = await freePorts(1)
  const { child, lines, ask } = await startOnly('supabase', {
    DATABASE_URL: `postgres://salama@127.0.0.1:${nowhere}/salama`,
  })
  await expect.poll(() => lines.join('\n'), { timeout: 90_000 }).toContain('waiting for up to 60 s')
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503])
  child.kill('SIGTERM')
  await once(child, 'exit')
})

/** Perl belongs to every Debian, and Node.js has no such sockets. */
const LISTEN = `use IO::Socket::UNIX; $| = 1;
  my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ARGV[0]); print "listens\n";
  while (defined $socket->recv(my $message, 99)) { print "$message\\n" if $message =~ /WATCHDOG/ }`

test('systemd hears again and again that the starter itself lives', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-notify-'))
  const socket = join(folder, 'notify')
  const systemd = spawn('perl', ['-e', LISTEN, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    systemd.kill()
    rmSync(folder, { recursive: true })
  })
  const heard = createInterface(systemd.stdout)[Symbol.asyncIterator]()
  expect(await heard.next()).toMatchObject({ value: 'listens' })
  await startOnly('supabase', {
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '3000000',
    DATABASE_URL: 'postgres://salama@127.0.0.1:1/salama',
  })
  for (let time = 0; time < 3; time++) expect(await heard.next()).toMatchObject({ value: 'WATCHDOG=1' })
})

test('it listens where it is told to, and is found there', { timeout: 300_000 }, async () => {
  const { lines, ask } = await startOnly('supabase', { HOST: '127.0.0.2' })
  await expect.poll(() => ask('/readyz', '127.0.0.2'), { timeout: 270_000 }).toBe(200)
  expect(await ask('/readyz')).toBeUndefined()
  expect(lines.join('\n')).not.toContain('not ready')
})

test('beside a project the worker loads the city', { timeout: 180_000 }, async () => {
  const asked: (string | undefined)[] = []
  const project = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void project.close())
  const address = project.address()
  await startOnly('worker', {
    SUPABASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_this_test',
    SUPABASE_SECRET_KEY: 'sb_secret_of_this_test',
    AUTH_JWT_SECRET: 'a secret that a project shares with its API',
  })
  await expect.poll(() => asked, { timeout: 90_000 }).toContain('/rest/v1/rpc/load_city')
})

test('an unknown process is refused by name', () => {
  const command = [nodePath(), 'scripts/start.mjs', '--only', 'database']
  expect(() => execFileSync('env', command, { cwd: ROOT, stdio: 'pipe' })).toThrow(
    '--only takes one of supabase, rider',
  )
})
