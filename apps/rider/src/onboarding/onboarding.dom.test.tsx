import { act, person, render, screen, waitFor, within } from '@salama/ui/testing/dom.ts'
import { expect, test, vi } from 'vitest'
import { App } from '@/testing.ts'
import { InstallApp } from './install-app.tsx'
import { Welcome } from './welcome.tsx'

test('the welcome says what Salama is, is remembered as said, and closes', async () => {
  const amina = person()
  render(
    <App>
      <Welcome />
    </App>,
  )
  const region = screen.getByRole('region', { name: 'About Salama' })
  expect(within(region).getByText(/Live reports from riders/)).toBeVisible()
  expect(document.cookie).toContain('salama-rider.welcomed=1')
  await amina.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('installing is offered once the browser offers it, and once only', async () => {
  const amina = person()
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  render(
    <App>
      <InstallApp />
    </App>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  act(() => {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  await amina.click(screen.getByRole('button', { name: 'Install the app' }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(prompt).toHaveBeenCalledOnce()
})

test('on an iPhone, which has no offer, it is said how', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
  render(
    <App>
      <InstallApp />
    </App>,
  )
  expect(await screen.findByText('Install the app')).toBeVisible()
})
