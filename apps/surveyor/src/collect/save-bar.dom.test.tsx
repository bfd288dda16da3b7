import { render, screen, within } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { SaveBar } from './save-bar.tsx'

const open = (props: Partial<Parameters<typeof SaveBar>[0]> = {}) =>
  render(
    <App>
      <SaveBar
        stored="none"
        isNew
        isOff={false}
        effect={null}
        plate=""
        asks={0}
        onConfirm={() => {}}
        onChangePlate={() => {}}
        {...props}
      />
    </App>,
  )

test('a draft that the phone cannot keep is said aloud, and can still be saved', () => {
  open({ stored: 'failed' })
  expect(within(screen.getByRole('status')).getByText(/^This phone cannot save your draft\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save and next vehicle' })).toBeEnabled()
})

test('a correction has a button of its own name, and without a shift nothing can be saved', () => {
  open({ isNew: false, isOff: true })
  expect(screen.getByRole('button', { name: 'Save correction' })).toBeDisabled()
})
