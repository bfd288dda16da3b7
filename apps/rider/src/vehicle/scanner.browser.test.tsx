import { page, render } from '@salama/ui/testing/browser.ts'
import { expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { Scanner } from './scanner.tsx'

test.each([
  ['NotAllowedError', /^Camera is turned off for this site\..* or type the code\.$/],
  ['NotFoundError', /^No camera found\. Type the code instead\.$/],
])('a camera that answers with %s says so, and can be closed', async (error, words) => {
  riderServer(null)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('No', error))
  const onClose = vi.fn()
  await render(
    <App path="/v">
      <Scanner onFound={() => {}} onClose={onClose} />
    </App>,
  )
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
  await page.getByRole('button').click()
  await expect.poll(() => onClose.mock.calls).toHaveLength(1)
})
