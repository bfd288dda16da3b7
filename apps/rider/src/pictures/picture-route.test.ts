import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pictureRoute } from './picture-route.ts'

vi.stubEnv('RATE_LIMIT_SCALE', '0.05') // three drawings a minute instead of sixty
vi.stubEnv('TRUST_PROXY', '1')
vi.spyOn(process, 'cwd').mockReturnValue(join(import.meta.dirname, '../..'))

const { GET } = pictureRoute('id', async (id) => ({ kind: 'Vehicle', title: id, lines: [] }))
const ask = async (id: string, address = '192.0.2.1') => {
  const request = new Request(`http://localhost/${id}`, { headers: { 'x-forwarded-for': address } })
  return (await GET(request, { params: Promise.resolve({ locale: 'en', id }) })).status
}

test('draws for an IP address sixty pictures a minute, and sends it what is drawn already', async () => {
  for (const id of ['a', 'b', 'c']) expect([id, await ask(id)]).toEqual([id, 200])
  expect([await ask('d'), await ask('a'), await ask('d', '192.0.2.2')]).toEqual([429, 200, 200])
})
