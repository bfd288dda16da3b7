import { page, render } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.tsx'
import { TraceWords } from './subject-map.tsx'

const trace = ['06:10', '06:20', '06:40'].map((time, n) => ({
  id: `${n}`,
  capturedAt: `2026-11-20T${time}:00Z`,
  lat: 1,
  lng: 1,
}))

test('says what the line of a shift joins, and which of its vehicles this one is', async () => {
  await render(
    <App path="/review">
      <TraceWords trace={trace} id="1" />
    </App>,
  )
  await expect
    .element(page.getByText(/^3 vehicles of this shift with a location, 09:10 to 09:40: .* This one is number 2\.$/))
    .toBeVisible()
})
