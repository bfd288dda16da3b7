import { expect, test, vi } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { render, screen } from '../testing/dom.ts'
import { MapAttribution } from './attribution.tsx'
import { openBasemap } from './basemap.ts'

vi.mock('./basemap.ts', () => ({ openBasemap: vi.fn() }))
vi.mock('./saved-files.ts', () => ({
  fetchJson: async () => ({
    data: [
      { name: 'Metro', url: 'https://metro.example/' },
      { name: 'Bus Data', url: null },
    ],
  }),
}))
const App = appWith({ en: {}, sw: {} })
const opened = vi.mocked(openBasemap)
const STREETS = { url: '', tile: async () => ({ data: new ArrayBuffer(0) }), bounds: [0, 0, 1, 1] } satisfies Awaited<
  ReturnType<typeof openBasemap>
>

const map = (isReady: boolean) => (
  <App>
    <MapAttribution isReady={isReady} />
  </App>
)

test('streets that load after they once failed are credited', async () => {
  opened.mockResolvedValueOnce(null)
  const first = render(map(true))
  await expect.poll(() => opened.mock.calls).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
  first.unmount()
  const { rerender } = render(map(false))
  opened.mockResolvedValue(STREETS)
  rerender(map(true))
  expect(await screen.findByRole('link', { name: /OpenStreetMap/ })).toBeDefined()
})

test('the makers whom the feeds of the network name are credited', async () => {
  opened.mockResolvedValue(null)
  render(map(true))
  const link = await screen.findByRole('link', { name: 'Metro' })
  expect(link.getAttribute('href')).toBe('https://metro.example/')
  expect(link.closest('p')?.textContent).toBe('Routes: Digital Matatus, Metro, Bus Data')
})
