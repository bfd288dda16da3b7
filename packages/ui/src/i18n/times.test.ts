import { afterAll, expect, test, vi } from 'vitest'

vi.stubEnv('CITY', 'mexico-city')
afterAll(() => vi.unstubAllEnvs())

test('a day is shown as that day also west of Greenwich, an instant as the day of the city', async () => {
  const { timesIn } = await import('./times.ts')
  const { day, shortDay } = timesIn('es')
  expect([day('2026-11-02'), shortDay('2026-11-02')]).toEqual(['2 de noviembre de 2026', '2 nov'])
  expect([day('2026-11-02T05:59:00Z'), shortDay('2026-11-02T06:00:00Z')]).toEqual(['1 de noviembre de 2026', '2 nov'])
})

test('a day is named from today, by the days of the city', async () => {
  const { dayFrom } = await import('./day-from.ts')
  const nowMs = Date.parse('2026-11-02T06:00:00Z') // midnight there
  const days = (language: string) =>
    ['2026-11-02T07:00:00Z', '2026-11-02T05:59:00Z', '2026-11-03T07:00:00Z', '2026-10-26T07:00:00Z'].map((at) =>
      dayFrom(nowMs, at, language),
    )
  expect(days('es')).toEqual([undefined, 'ayer', 'mañana', '26 oct'])
  expect(days('en')).toEqual([undefined, 'yesterday', 'tomorrow', '26 Oct'])
})
