import type { Visits } from '@salama/ui/testing/app.tsx'
import { page } from '@salama/ui/testing/browser.ts'
import { showEarly } from '@salama/ui/testing/early.ts'
import { expect, test } from 'vitest'
import { App, learningServer } from '@/testing.ts'
import { ReadForm } from './read-form.tsx'

test('a visitor’s press before the script responds marks the lesson once it does', async () => {
  learningServer().signedIn(null)
  const visits: Visits = []
  const respond = showEarly(
    <App path="/courses/ride-safely/belts/belts" visits={visits}>
      <ReadForm
        action={null}
        next="/courses/ride-safely/next"
        mark={{
          moduleId: crypto.randomUUID(),
          courseVersion: 1,
          course: 'ride-safely',
          module: 'belts',
          item: 'belts',
        }}
        title="Belts"
        isVisitor
      >
        <button type="submit">Mark as read</button>
      </ReadForm>
    </App>,
  )
  await page.getByRole('button', { name: 'Mark as read' }).dblClick()
  respond()
  await expect.poll(() => visits).toEqual([{ to: '/en/courses/ride-safely/next', by: 'push' }])
  expect(localStorage.getItem('salama-learning.guest')).toContain('Belts')
})
