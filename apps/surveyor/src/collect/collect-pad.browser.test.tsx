import { plateKey } from '@salama/ui/incidents/plate.ts'
import { page } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { heldAssignment } from '@/testing.ts'
import { button, isSaved, open, plate, sacco, serve, vehicles } from './collect-in-test.tsx'

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
  await button('Phone keyboard').click()
  await expect.element(plate).toHaveFocus()
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
