import { createOutbox } from '@salama/outbox/outbox.ts'
import { expect, test, vi } from 'vitest'
import '../styles.css'
import { appWith } from '../testing/app.tsx'
import { page, render } from '../testing/browser.ts'
import { cameraPhoto } from '../testing/phone.ts'
import { PhotoPicker } from './photo-picker.tsx'

const App = appWith({ en: {}, sw: {} })
const waits = async () => ({ is: 'waiting' as const, problem: { code: 'network' } })
const outbox = createOutbox<string, null>({ name: 'test.outbox', send: waits, sendFile: waits })

const open = (itemId: string) =>
  render(
    <App>
      <PhotoPicker
        heading="h2"
        outbox={outbox}
        itemId={itemId}
        hint="We remove the location from photos."
        troubleText={(problem) => `Trouble: ${problem}`}
      />
    </App>,
  )
const input = page.getByLabelText('Add a photo')
const photo = (n: number) => page.getByRole('img', { name: `Photo ${n}` })

test('photos are shown and kept without what the camera wrote in them, also after a reload, and can be removed', async () => {
  const id = crypto.randomUUID()
  const [first, second] = [await cameraPhoto('1.jpg'), await cameraPhoto('2.jpg')]
  const opened = await open(id)
  await input.upload([first, second])
  await expect.element(photo(2)).toBeVisible()
  await opened.unmount()
  await open(id)
  await expect.element(photo(2)).toBeVisible()
  expect((await outbox.filesOf(id)).map(({ blob }) => blob.type)).toEqual(['image/webp', 'image/webp'])
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect.element(photo(2)).not.toBeInTheDocument()
  await expect.element(photo(1)).toBeVisible()
  await expect.poll(() => outbox.filesOf(id)).toHaveLength(1)
})

test('what is no picture takes no place, the fourth is left out, and with three no other can be chosen', async () => {
  await open(crypto.randomUUID())
  const text = new File(['no picture'], 'notes.jpg', { type: 'image/jpeg' })
  const shots = await Promise.all([1, 2, 3, 4].map((n) => cameraPhoto(`${n}.jpg`)))
  await input.upload([text, ...shots])
  await expect.element(page.getByText('Trouble: unreadable')).toBeVisible()
  await expect.element(page.getByText('Trouble: tooMany')).toBeVisible()
  await expect.element(photo(3)).toBeVisible()
  await expect.element(photo(4)).not.toBeInTheDocument()
  await expect.element(input).not.toBeInTheDocument()
})

test('a photo that this phone cannot keep is said, and another can be tried', async () => {
  const blocked = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError')
  })
  await open(crypto.randomUUID())
  await input.upload(await cameraPhoto())
  await expect.element(page.getByText('Trouble: unavailable')).toBeVisible()
  blocked.mockRestore()
  await input.upload(await cameraPhoto())
  await expect.element(photo(1)).toBeVisible()
  await expect.element(page.getByText(/^Trouble/)).not.toBeInTheDocument()
})
