import { expect, it, onTestFinished, vi } from 'vitest'

/** With this many proxies in front, requests for as many e-mail addresses: their statuses, without repetitions. */
async function statusesOf(proxies: string, forwarded: (n: number) => string | undefined, path: string) {
  vi.resetModules()
  vi.stubEnv('TRUST_PROXY', proxies)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { limitAuth } = await import('./limits.ts')
  const limited = limitAuth(async () => new Response('{}', { status: 400 }), 'a secret')
  const statuses = []
  for (let n = 0; n < 31; n++) {
    const address = forwarded(n)
    const request = new Request(`http://127.0.0.1/auth/v1/${path}`, {
      method: 'POST',
      headers: address === undefined ? {} : { 'x-forwarded-for': address },
      body: JSON.stringify({ email: `${n}@example.org`, password: 'Salama2026', token: '000000' }),
    })
    statuses.push((await limited(request, '127.0.0.1')).status)
  }
  return [statuses.indexOf(429), new Set(statuses).size]
}

const never = [-1, 1]

it.each(['token?grant_type=password', 'otp', 'verify'])(
  'from one address that a proxy forwards, %s is refused the 31st time, whatever its client wrote and however many e-mail addresses it names',
  async (path) => {
    expect(await statusesOf('1', () => '198.51.100.7', path)).toEqual([30, 2])
    expect(await statusesOf('1', (n) => `192.0.2.${n}, 198.51.100.7`, path)).toEqual([30, 2])
    expect(await statusesOf('2', (n) => `192.0.2.${n}, 198.51.100.7, 10.0.0.1`, path)).toEqual([30, 2])
    expect(await statusesOf('1', (n) => `2001:db8::${n}`, path)).toEqual([30, 2])
    expect(await statusesOf('1', (n) => `198.51.100.${n}`, path)).toEqual(never)
  },
)

it('our apps, which ask without a proxy, are not limited by their address, nor is anything without a trusted proxy', async () => {
  expect(await statusesOf('1', () => undefined, 'otp')).toEqual(never)
  expect(await statusesOf('0', () => '198.51.100.7', 'otp')).toEqual(never)
})
