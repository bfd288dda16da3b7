import { render, screen, within } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { SaveBar } from './save-bar.tsx'

const open = (props: Partial<Parameters<typeof SaveBar>[0]> = {}) =>
  render(
    <App>
      <SaveBar stored="none" failure={null} isNew isOff={false} {...props} />
    </App>,
  )

test('a draft that the phone cannot keep is said aloud, and can still be saved', () => {
  open({ stored: 'failed' })
  expect(within(screen.getByRole('status')).getByText(/^This phone cannot save your draft\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save and next vehicle' })).toBeEnabled()
})

test.each([
  ['full', /no storage left/],
  ['unavailable', /This browser cannot save it/],
] as const)('an entry that could not be saved says why: %s', (failure, words) => {
  open({ failure })
  expect(within(screen.getByRole('alert')).getByText(words)).toBeVisible()
})

test('a correction has a button of its own name, and without a shift nothing can be saved', () => {
  open({ isNew: false, isOff: true })
  expect(screen.getByRole('button', { name: 'Save correction' })).toBeDisabled()
})
