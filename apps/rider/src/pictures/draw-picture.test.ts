import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { drawPicture } from './draw-picture.tsx'

test('draws a picture of the size that links show, without asking another host, whatever the text', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(join(import.meta.dirname, '../..'))
  const asked = vi.fn()
  vi.stubGlobal('fetch', async (url: unknown) => {
    if (String(url).startsWith('http')) asked(url)
    throw new Error('offline')
  })
  const lines = ['Near Koja, on Thika Road', '安全 Καλημέρα 🚍']
  const picture = Buffer.from(await drawPicture({ kind: 'Vehicle', title: 'KDA 123A', plate: 'KDA 123A', lines }))
  expect([picture.toString('latin1', 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([
    'PNG',
    1200,
    630,
  ])
  expect(asked).not.toHaveBeenCalled()
})

test('draws the letters of Kikuyu and Kamba names, composed or not', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(join(import.meta.dirname, '../..'))
  const drawn = async (title: string) =>
    Buffer.from(await drawPicture({ kind: 'Sacco', title, lines: [] })).toString('base64')
  const [name, composed, without] = await Promise.all([drawn('Wanjir\u0169'), drawn('Wanjiru\u0303'), drawn('Wanjir')])
  expect(composed).toBe(name)
  expect(without).not.toBe(name)
})
