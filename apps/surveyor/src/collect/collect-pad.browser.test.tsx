import { addCollectionEntryPhoto } from '@salama/domain/photos/contract'
import { currentAccount } from '@salama/outbox/account.ts'
import { plateKey } from '@salama/ui/incidents/plate.ts'
import { page } from '@salama/ui/testing/browser.ts'
import { cameraPhoto } from '@salama/ui/testing/phone.ts'
import { expect, test } from 'vitest'
import { fieldOutbox } from '@/outbox/field-outbox.ts'
import { heldAssignment } from '@/testing.ts'
import { bodies, button, isSaved, open, plate, sacco, save, serve, server, vehicles } from './collect-in-test.tsx'

/** Presses one after another; what a press changes is shown before the next one. */
async function press(names: Iterable<string>) {
  for (const name of names) {
    const pressed = button(name).element()
    if (pressed instanceof HTMLElement) pressed.click()
    await Promise.resolve()
  }
}

/** Where the thumb finds things, in the window. */
const placesOf = (names: readonly string[]) =>
  names.map((name) => {
    const { x, y, width, height } = button(name).element().getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  })

const TEN_VEHICLES_MS = 60_000

test('ten vehicles are recorded by position alone: keys, answers and Save stay put', {
  timeout: TEN_VEHICLES_MS,
}, async () => {
  serve({ mine: [heldAssignment({ quota: { vehicles: 10, minutes: null, facts: ['capacity'] } })] })
  await open()
  await expect.element(button('K')).toBeInViewport({ ratio: 1 })
  const names = [...'KDABCEFGHJ0123456789', '33 seats', 'Save and next vehicle']
  const places = placesOf(names)
  const tap = async (name: string) => {
    const { x, y } = places[names.indexOf(name)] ?? { x: 0, y: 0 }
    const there = document.elementFromPoint(x, y)?.closest('button')
    there?.click()
    await Promise.resolve() // what a tap changes is shown before the next one
  }
  const plates = [...'ABCEFGHJAB'].map((letter, n) => `KD${letter} ${100 + n}${letter}`)
  for (const each of plates) {
    for (const key of plateKey(each)) await tap(key)
    await expect.element(plate).toHaveValue(each)
    await tap('33 seats')
    await tap('Save and next vehicle')
    await isSaved(each)
    expect(placesOf(names)).toEqual(places)
  }
  await expect.poll(vehicles).toEqual(plates.map((each) => ({ plate: each, capacity: 33 })))
})

test('the pad has every letter that a plate of the city can have, so that any kind is typed without a switch', async () => {
  await open()
  await expect.element(button('I')).not.toBeInTheDocument()
  await expect.element(button('O')).not.toBeInTheDocument()
  await press('GKA123B')
  await expect.element(plate).toHaveValue('GKA123B')
  await button('Delete last character').click()
  await expect.element(plate).toHaveValue('GKA123')
  for (const kind of ['KDA 123A', 'KMDA 123A', 'GKA123B', '29CD14K']) {
    await plate.fill('')
    await press(plateKey(kind))
    await expect.element(plate).toHaveValue(kind)
  }
  await button('Phone keyboard').click()
  await expect.element(plate).toHaveFocus()
})

const takePhoto = page.getByLabelText('Photograph the plate')
const zoom = button('Zoom into the photo')

test('a photo of the plate stays beside it while it is typed, moves no key, and is deleted where none is asked', async () => {
  serve({ mine: [heldAssignment({ quota: { vehicles: 10, minutes: null, facts: ['capacity'] } })] })
  const first = await open()
  await expect.element(button('K')).toBeInViewport({ ratio: 1 })
  const names = [...'KDA1', '33 seats', 'Save and next vehicle']
  const places = placesOf(names)
  await takePhoto.upload(await cameraPhoto())
  await expect.element(zoom).toBeInViewport()
  await expect.element(page.getByText('deleted when you save', { exact: false })).toBeVisible()
  await first.unmount()
  await open()
  await expect.element(zoom).toBeInViewport()
  expect(placesOf(names)).toEqual(places)
  await zoom.click()
  await button('Show the photo').click()
  await expect.element(zoom).not.toBeInTheDocument()
  await button('Show the photo').click()
  await press('KDA123A')
  expect(placesOf(names)).toEqual(places)
  await press(['33 seats', 'Save and next vehicle'])
  await isSaved('KDA 123A')
  await expect.element(zoom).not.toBeInTheDocument()
  await expect.poll(vehicles).toEqual([{ plate: 'KDA 123A', capacity: 33 }])
  expect(placesOf(names)).toEqual(places)
  const sent = await fieldOutbox((await currentAccount()) ?? '').list()
  expect(sent.flatMap(({ files }) => files)).toEqual([])
})

test('where photos are asked, that of the plate is sent with the vehicle', async () => {
  serve({ mine: [heldAssignment({ quota: { vehicles: 10, minutes: null, facts: ['photo'] } })] })
  server.answer(addCollectionEntryPhoto, addCollectionEntryPhoto.examples.reply)
  await open()
  await takePhoto.upload(await cameraPhoto())
  await expect.element(page.getByText('Sent with this vehicle.', { exact: false })).toBeVisible()
  await press('KDA123A')
  await expect.element(save).toHaveAccessibleDescription('Counts as vehicle 1 of 10')
  await save.click()
  await expect.poll(() => server.sent(addCollectionEntryPhoto)).toHaveLength(1)
  expect(server.sent(addCollectionEntryPhoto)[0]?.params).toEqual({ id: bodies()[0]?.id })
})

test('keys, Save and what is asked first are all on one screen of a phone', async () => {
  await open()
  await sacco.fill('Simba wa Njia')
  await button('Use “Simba wa Njia” as written').click()
  await press([...'KDN201B', '33 seats', 'Save and next vehicle'])
  await isSaved('KDN 201B')
  for (const name of ['A', '0', '33 seats', 'Save and next vehicle'])
    await expect.element(button(name)).toBeInViewport({ ratio: 1 })
  await button('K').click()
  await expect.element(page.getByText('Same as last: Simba wa Njia')).toBeVisible()
})
