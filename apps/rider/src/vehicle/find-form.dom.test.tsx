import { searchVehicleProfiles } from '@salama/domain/vehicles/contract'
import { person, render, screen } from '@salama/ui/testing/dom.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { FindForm } from './find-form.tsx'

const [vehicle] = searchVehicleProfiles.examples.reply.data
const page = { nextCursor: null }

let server: FakeServer
beforeEach(() => {
  server = riderServer(null)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function type(text: string) {
  const amina = person()
  render(
    <App path="/v">
      <FindForm />
    </App>,
  )
  await amina.type(screen.getByRole('textbox'), text)
}

test('a part of a plate suggests its vehicles while it is typed', async () => {
  server.answer(searchVehicleProfiles, { data: [vehicle], page })
  await type('101d')
  expect(await screen.findByRole('link', { name: /KZZ 101D/ })).toHaveAttribute('href', `/en/v/${vehicle.publicCode}`)
  expect(screen.queryByText(/Did you mean/)).toBeNull()
})

test('a whole plate that is not known has its page, below the ones that look alike', async () => {
  server.answer(searchVehicleProfiles, { data: [vehicle], page })
  await type('kzz 1o1b')
  expect(await screen.findByText('Did you mean KZZ 101D?')).toBeVisible()
  expect(screen.getByRole('link', { name: /^KZZ 101B is not on our list yet/ })).toHaveAttribute(
    'href',
    '/en/v/KZZ101B',
  )
})

test('letters alone find no plate, and it says what would', async () => {
  server.answer(searchVehicleProfiles, { data: [], page })
  await type('kzz')
  expect(await screen.findByText('Of a number plate, type at least three digits.')).toBeVisible()
})

test('offline a plate can be reported about and ridden on', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.lose(searchVehicleProfiles)
  await type('kda 128a')
  expect(await screen.findByRole('link', { name: 'Report about KDA 128A' })).toHaveAttribute(
    'href',
    '/en/report?vehicle=KDA+128A',
  )
  expect(screen.getByText(/^You’re offline/)).toBeVisible()
})
