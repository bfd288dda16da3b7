import { deviceStore } from '@salama/http/device-storage'
import { act, person, render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { isRated } from '@/vehicle/last-vehicle.ts'
import { RememberRating, UnlessRated } from '@/vehicle/remember-vehicle.tsx'
import { RateForm } from './rate-form.tsx'

test('a rating without a star is answered beside the stars, until one is chosen', async () => {
  render(
    <App>
      <RateForm vehicle="V-7K3M9QXR" saved={null} newId={crypto.randomUUID()} isSignedIn={false} />
    </App>,
  )
  const [first] = screen.getAllByRole('radio')
  if (!first) throw new Error('no star')
  // What the browser does where a required one is missing; its bubble is not shown.
  const invalid = new Event('invalid', { cancelable: true })
  act(() => void first.dispatchEvent(invalid))
  expect(invalid.defaultPrevented).toBe(true)
  expect(await screen.findByText('Choose one to five stars.')).toBeVisible()
  expect(first).toHaveFocus()
  await person().click(first)
  expect(screen.queryByText('Choose one to five stars.')).toBeNull()
})

test('the route of the ride is sent with its rating, and none where none is known', () => {
  const form = (routeId: string | null) => (
    <App>
      <RateForm vehicle="KDA123A" routeId={routeId} saved={null} newId={crypto.randomUUID()} isSignedIn={false} />
    </App>
  )
  const sent = () => Array.from(document.forms, (each) => new FormData(each).get('routeId'))
  const id = '00000000-0000-5000-8000-000000000046'
  const { rerender } = render(form(id))
  expect(sent()).toEqual([id])
  rerender(form(null))
  expect(sent()).toEqual([null])
})

test('the page of a plate says what this phone just rated, and no longer once it is taken back', async () => {
  const show = () =>
    render(
      <UnlessRated plate="KDA123A" rated="You rated it">
        Nobody has
      </UnlessRated>,
    )
  const rated = render(<RememberRating plate="KDA 123A" isWithdrawn={false} />)
  expect(show().container).toHaveTextContent('You rated it')
  expect(isRated(deviceStore, 'KDA 124A')).toBe(false)
  expect(isRated(deviceStore, 'KDA 123A', Date.now() + 25 * 3_600_000)).toBe(false)
  rated.rerender(<RememberRating plate="KDA 123A" isWithdrawn />)
  expect(show().container).toHaveTextContent('Nobody has')
})
