import { act, render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { FromThisPhone } from './saved-reader.tsx'

test('says when the phone is online again, and leads to the current page until it is offline again', () => {
  render(
    <App path="/offline">
      <FromThisPhone url="/en/courses/ride-safely" />
    </App>,
  )
  const go = (name: 'online' | 'offline') => act(() => window.dispatchEvent(new Event(name)))
  expect(screen.getByText('Reading the downloaded copy')).toBeDefined()
  go('online')
  expect(screen.getByRole('status').textContent).toContain('You’re online again.')
  expect(screen.getByRole('link', { name: 'Open the current page' }).getAttribute('href')).toBe(
    '/en/courses/ride-safely',
  )
  go('offline')
  expect(screen.queryByRole('link')).toBeNull()
})
