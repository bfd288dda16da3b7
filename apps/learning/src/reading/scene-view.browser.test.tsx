import { page, render } from '@salama/ui/testing/browser.ts'
import { afterEach, expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { LessonCards } from './lesson-cards.tsx'

const SCENE = `Koja, 17:40.

## He asks for 100. {#ask}

- ["We agreed on 50."](#together)
- [Shout](#shout)
- [Pay](#paid)

## He takes 50. {#together}

- Safety: With others
- Money: 50

> A calm voice is easy to join.

## He shouts back. {#shout}

- [Sit down](#calm)
- [Pay](#paid)

## He takes 100. {#paid}

- Safety: Nobody is angry
- Money: 100

> Paying is not wrong.

## It is quiet again. {#calm}

- Safety: Quiet
- Money: 50

> Begin with the fare next time.`

afterEach(() => window.history.replaceState(null, '', window.location.pathname))

const titles = () => page.getByRole('heading', { level: 2 }).all()
const focused = () => document.activeElement?.querySelector('h2')?.textContent
async function openScene() {
  await render(
    <App>
      <LessonCards text={SCENE} locale="en" picture={null} links={{ addresses: {}, locale: 'en' }} />
    </App>,
  )
  window.history.replaceState({ router: 'its own' }, '', window.location.pathname)
}
const isSeen = (title: string) => expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title)

test('a choice shows what follows and why, with the focus there, and Back returns to the choice', async () => {
  await openScene()
  await isSeen('He asks for 100.')
  await expect.element(page.getByText('Koja, 17:40.')).toBeVisible()
  await page.getByRole('link', { name: 'Shout' }).click()
  await isSeen('He shouts back.')
  expect(titles()).toHaveLength(1)
  await expect.poll(focused).toBe('He shouts back.')
  await page.getByRole('link', { name: 'Sit down' }).click()
  await isSeen('It is quiet again.')
  await expect.element(page.getByText('You chose: Sit down')).toBeVisible()
  await expect.element(page.getByText('Begin with the fare next time.')).toBeVisible()
  window.history.back()
  await isSeen('He shouts back.')
  await expect.poll(focused).toBe('He shouts back.')
  window.history.back()
  await isSeen('He asks for 100.')
  await expect.poll(focused).toBe('He asks for 100.')
})

test('another answer is tried from the part that asked, and the history keeps the router’s state', async () => {
  await openScene()
  await page.getByRole('link', { name: '"We agreed on 50."' }).click()
  await isSeen('He takes 50.')
  await expect.poll((): unknown => window.history.state).toEqual({ router: 'its own' })
  await page.getByRole('link', { name: 'Try another answer' }).click()
  await isSeen('He asks for 100.')
})
