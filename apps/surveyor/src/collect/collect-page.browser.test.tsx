import { submitVehicleCollectionEntry } from '@salama/domain/collection-entries/contract'
import { getOwnCollectionEntryPhoto } from '@salama/domain/photos/contract'
import { startSurveyorSession } from '@salama/domain/surveyor/contract'
import { getVehicle } from '@salama/domain/vehicles/contract'
import { page, pressTwice } from '@salama/ui/testing/browser.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { expect, test } from 'vitest'
import { heldAssignment, serverEntry } from '@/testing.ts'
import {
  bodies,
  button,
  code,
  isSaved,
  note,
  open,
  plate,
  routes,
  sacco,
  save,
  seats,
  serve,
  server,
  vehicles,
} from './collect-in-test.tsx'

const PHOTO = '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11'

test('a double press sends what was typed once', async () => {
  await open()
  await plate.fill('KDH 701A')
  await seats.fill('33')
  await pressTwice(save)
  await isSaved('KDH 701A')
  await expect.poll(vehicles).toEqual([{ plate: 'KDH 701A', capacity: 33 }])
})

test('a typed sacco and route that were not chosen are named at their fields and kept', async () => {
  await open()
  await plate.fill('KDH 701A')
  await sacco.fill('kifaru d')
  await routes.fill('23')
  await save.click()
  await expect.element(sacco).toHaveFocus()
  await expect.element(sacco).toHaveAccessibleDescription(/Choose the sacco from the list, use the name as written/)
  await expect.element(routes).toHaveAccessibleDescription(/Choose a route from the list\./)
  await expect.element(sacco).toHaveValue('kifaru d')
  await expect.element(routes).toHaveValue('23')
  await routes.fill('')
  await expect.element(page.getByText('Choose a route from the list.')).not.toBeInTheDocument()
  expect(vehicles()).toEqual([])
})

test('a sacco is sent as written, and a route of the list by its id', async () => {
  await open()
  await plate.fill('KDH 701A')
  await sacco.fill('kifaru d')
  await button('Use “kifaru d” as written').click()
  await routes.fill('44')
  await page.getByRole('option', { name: /Kahawa/ }).click()
  await save.click()
  await expect
    .poll(vehicles)
    .toEqual([{ plate: 'KDH 701A', sacco: { name: 'kifaru d' }, routeIds: ['20000000-0000-4000-8000-000000000044'] }])
})

test('a typed sacco that resembles no known one is sent without being asked about', async () => {
  await open()
  await plate.fill('KDH 702A')
  await sacco.fill('Simba wa Mbagathi')
  await save.click()
  await expect.poll(vehicles).toEqual([{ plate: 'KDH 702A', sacco: { name: 'Simba wa Mbagathi' } }])
})

test('errors come at their fields in the order of the page, and go once they are fixed', async () => {
  await open()
  await save.click()
  await expect.element(plate).toHaveFocus()
  await expect.element(plate).toHaveAccessibleDescription(/Enter a plate like KDA 123A/)
  await plate.fill('KDH 711A')
  await seats.fill('999')
  await code.fill('V-12')
  await save.click()
  await expect.element(seats).toHaveFocus()
  await expect.element(seats).toBeInViewport()
  await expect.element(page.getByText('Enter a number of seats from 1 to 200.')).toBeInViewport()
  await seats.fill('33')
  await expect.element(page.getByText('Enter a number of seats from 1 to 200.')).not.toBeInTheDocument()
  await save.click()
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByText(/Enter the code like V-7K3M9QXR/)).toBeInViewport()
  expect(vehicles()).toEqual([])
})

test('a missing sticker has no code to be wrong', async () => {
  await open()
  await plate.fill('KDH 711A')
  await code.fill('V-12')
  await page.getByText('Missing', { exact: true }).first().click()
  await expect.element(code).not.toBeInTheDocument()
  await save.click()
  await expect.poll(vehicles).toEqual([{ plate: 'KDH 711A', sticker: { status: 'missing' } }])
})

test('an unusual plate is asked about once, and can be changed or kept', async () => {
  await open()
  await plate.fill('AB12')
  await save.click()
  const question = page.getByRole('alert')
  await expect.element(question).toHaveFocus()
  await expect.element(question).toBeInViewport()
  await expect.element(question.getByText('Is AB12 right?')).toBeVisible()
  await button('Change the plate').click()
  await expect.element(plate).toHaveFocus()
  await save.click()
  await button('Yes, save it').click()
  await isSaved('AB12')
  await expect.poll(vehicles).toEqual([{ plate: 'AB12' }])
})

test('the next vehicle has the sacco of the last one, says so, and has no seats', async () => {
  await open()
  await plate.fill('KDH 721A')
  await seats.fill('33')
  await sacco.fill('Simba wa Njia')
  await save.click()
  await isSaved('KDH 721A')
  await expect.element(plate).toHaveValue('')
  await expect.element(seats).toHaveValue('')
  await expect.element(button('Remove Simba wa Njia')).toBeVisible()
  await expect.element(page.getByText('Same as last', { exact: true })).toBeVisible()
})

test('what is typed is there again after the page was closed, and is sent once', async () => {
  const first = await open()
  await plate.fill('KDH 731A')
  await note.fill('Broken mirror')
  await expect.element(page.getByText('Draft saved on this phone')).toBeVisible()
  await first.unmount()
  await open()
  await expect.element(plate).toHaveValue('KDH 731A')
  await expect.element(note).toHaveValue('Broken mirror')
  await save.click()
  await expect.poll(bodies).toMatchObject([{ vehicle: { plate: 'KDH 731A' }, note: 'Broken mirror' }])
})

test('an entry whose answer is lost is sent again as the same one', async () => {
  await open()
  server.lose(submitVehicleCollectionEntry)
  await plate.fill('KDH 741A')
  await save.click()
  await isSaved('KDH 741A')
  await expect.poll(bodies).toHaveLength(1)
  server.answer(submitVehicleCollectionEntry, submitVehicleCollectionEntry.examples.reply)
  await plate.fill('KDH 742A')
  await save.click()
  await expect.poll(() => vehicles().map((each) => each.plate)).toEqual(['KDH 741A', 'KDH 741A', 'KDH 742A'])
  expect(bodies()[1]?.id).toBe(bodies()[0]?.id)
})

test('an assignment decides what is asked, shows its progress, and an entry can be moved out of it', async () => {
  const held = heldAssignment({ quota: { vehicles: 10, minutes: null, facts: ['sticker', 'note', 'photo'] } })
  serve({ mine: [held] })
  await open()
  await expect.element(page.getByText('0 of 10')).toBeVisible()
  await expect.element(seats).not.toBeInTheDocument()
  await expect.element(sacco).not.toBeInTheDocument()
  await plate.fill('KDM 111A')
  await expect.element(page.getByText('Does not count: no sticker, note, or photo')).toBeVisible()
  await page.getByText('Missing', { exact: true }).first().click()
  await note.fill('Front window')
  await button('Can’t see photo').click()
  await expect.element(save).toHaveAccessibleDescription('Counts as vehicle 1 of 10')
  await save.click()
  await expect.element(page.getByText('1 of 10')).toBeVisible()
  await plate.fill('kdm111a')
  await expect.element(save).toHaveAccessibleDescription('A repeat: does not count')
  await page.getByRole('combobox', { name: 'Counts for' }).selectOptions('No assignment')
  await expect.element(seats).toBeVisible()
  await plate.fill('KDM 112A')
  await save.click()
  await expect.poll(() => bodies().map(({ claimToken }) => claimToken)).toEqual([412, undefined])
  expect(vehicles()[0]).toEqual({ plate: 'KDM 111A', sticker: { status: 'missing' }, notSeen: ['photo'] })
})

test('a registered vehicle is offered, and a different number of seats is only asked about', async () => {
  server.answer(getVehicle, {
    ...getVehicle.examples.reply,
    sacco: { id: '10000000-0000-4000-8000-000000000001', slug: 'kifaru', name: 'Kifaru Demo Sacco' },
    capacity: 33,
  })
  await open()
  await plate.fill('KDH 751A')
  await expect.element(page.getByText('In the register:')).toBeVisible()
  await seats.fill('14')
  await expect.element(page.getByText('The register has 33 seats.', { exact: false })).toBeVisible()
  await button('Use these').click()
  await expect.element(button('Remove Kifaru Demo Sacco')).toBeVisible()
  await save.click()
  await expect.poll(vehicles).toHaveLength(1)
})

test('the same plate within the hour is only asked about', async () => {
  await open()
  await plate.fill('KDH 761A')
  await save.click()
  await isSaved('KDH 761A')
  await plate.fill('KDH 761A')
  await expect.element(page.getByText(/You recorded this plate less than an hour ago/)).toBeVisible()
  await save.click()
  await expect.poll(vehicles).toHaveLength(2)
})

test('where the location is allowed it is sent with every entry, asked for or not; far from the assignment that is only asked about', async () => {
  locationIs({ lat: -1.15, lng: 36.96, accuracyM: 8 })
  serve({ mine: [heldAssignment({ quota: { vehicles: 10, minutes: null, facts: ['capacity'] } })] })
  await open()
  await expect.element(page.getByText(/from the place of this assignment/)).toBeVisible()
  await plate.fill('KDH 771A')
  await save.click()
  await expect.poll(bodies).toMatchObject([{ place: { lat: -1.15, lng: 36.96, accuracyM: 8 } }])
})

test('a returned entry asks only for the facts in question, and is sent as a correction', async () => {
  const returned = serverEntry({
    state: 'changes_requested',
    vehicle: { plate: 'KDE 401A', capacity: 14 },
    decision: {
      decidedAt: new Date().toISOString(),
      reason: 'facts_wrong',
      note: 'Count the seats again.',
      facts: ['capacity'],
      reservedUntil: null,
    },
  })
  const another = { ...returned, id: crypto.randomUUID(), vehicle: { plate: 'KDE 402B' } }
  serve({ entries: [{ ...returned, photos: 1, photoIds: [PHOTO] }, another] })
  server.answer(getOwnCollectionEntryPhoto, { ...getOwnCollectionEntryPhoto.examples.reply, mediaType: 'image/webp' })
  await open({ path: `/collect?revises=${returned.id}` })
  await button('Photo 1 of KDE 401A').click()
  await expect.element(page.getByRole('img', { name: 'Photo of the vehicle' })).toBeVisible()
  expect(server.sent(getOwnCollectionEntryPhoto).map(({ url, params }) => [params, url.search])).toEqual([
    [{ id: returned.id, photoId: PHOTO }, '?size=thumbnail'],
    [{ id: returned.id, photoId: PHOTO }, '?size=full'],
  ])
  await expect.element(page.getByText('“Count the seats again.”')).toBeVisible()
  await expect.element(plate).not.toBeInTheDocument()
  await expect.element(sacco).not.toBeInTheDocument()
  await seats.fill('33')
  await button('Save correction').click()
  await expect.element(page.getByText('Correction of KDE 401A saved on this phone')).toBeVisible()
  await expect.poll(bodies).toMatchObject([{ revises: returned.id, vehicle: { plate: 'KDE 401A', capacity: 33 } }])
  await page.getByRole('link', { name: 'Fix the next: KDE 402B' }).click()
  await expect.element(page.getByText('KDE 402B', { exact: true })).toBeVisible()
  await seats.fill('14')
  await button('Save correction').click()
  await expect.element(page.getByText('Correction of KDE 402B saved on this phone')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Fix the next/ })).not.toBeInTheDocument()
})

test('offline a correction says that its photos are kept', async () => {
  const returned = serverEntry({ state: 'changes_requested', photos: 1, photoIds: [PHOTO] })
  serve({ entries: [returned] })
  server.lose(getOwnCollectionEntryPhoto)
  await open({ path: `/collect?revises=${returned.id}` })
  await expect.element(page.getByText('The photo is kept. Connect to see it.')).toBeVisible()
})

test('without a shift the form keeps what is typed, and saves once the shift has started', async () => {
  serve({ session: null })
  server.answer(startSurveyorSession, startSurveyorSession.examples.reply)
  await open()
  await plate.fill('KDH 781A')
  await expect.element(save).toBeDisabled()
  await button('Start shift').click()
  await expect.element(save).toBeEnabled()
  await expect.element(plate).toHaveValue('KDH 781A')
})

test('in Swahili every choice of the form fits on a small phone', async () => {
  await open({ locale: 'sw' })
  await page.getByText('Hali: 0 kati ya 12 zimeangaliwa').click()
  await expect.element(page.getByText('Nimekibandika')).toBeVisible()
  const labels = [...document.querySelectorAll('label:has(input[type=radio])')]
  expect(labels.length).toBeGreaterThan(30)
  expect(labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(360)
})
