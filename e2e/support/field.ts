import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { installed } from './offline.ts'
import { address, expect } from './test.ts'

/** Makes Baraka a second surveyor. */
export async function makeSurveyor(control: Control): Promise<void> {
  await control.query(`insert into app.user_roles (user_id, role) values ($1, 'surveyor') on conflict do nothing`, [
    CAST.baraka.id,
  ])
  await control.query(
    `insert into app.enrolments (user_id, course_id, version, started_at, completed_at)
     select $1, c.id, c.newest_version, app.now(), app.now() from app.courses c where c.slug = 'surveyor-basics'
     on conflict (user_id, course_id) do update set completed_at = excluded.completed_at`,
    [CAST.baraka.id],
  )
}

const url = (path: string) => `${address('surveyor')}/en${path}`
export const open = (page: Page, path = '') => page.goto(url(path))

/** Waits until this browser can open the app offline and has cached the lists to choose from. */
export async function install(page: Page): Promise<void> {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Sync status' })).toBeVisible()
  await installed(page)
}

export async function startWork(page: Page): Promise<void> {
  await open(page)
  await page.getByRole('button', { name: 'Start shift' }).click()
  await expect(page.getByRole('heading', { name: 'Shift started' })).toBeVisible()
}

/** Starts a shift and opens the form for the first vehicle. */
export async function startRecording(page: Page): Promise<void> {
  await startWork(page)
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
}

export async function endWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End shift' }).click()
  await page.getByRole('button', { name: 'Yes, end shift' }).click()
}

/** Opens the outbox and expects all items of this phone, `things` of them, to be received. */
export async function expectArrived(page: Page, things: number): Promise<void> {
  await open(page, '/outbox')
  await expect(page.getByText(`${things} of ${things} received`)).toBeVisible()
}

/** A small picture with the number `n` in it, so that each is different. */
export async function picture(page: Page, n: number) {
  const base64 = await page.evaluate((number) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 160, height: 120 })
    const context = canvas.getContext('2d')
    context?.fillText(`Vehicle ${number}`, 20, 60)
    return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? ''
  }, n)
  return { name: `${n}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

type Photo = Awaited<ReturnType<typeof picture>>

/** Fills in the open form and saves it. */
export async function record(page: Page, plate: string, photo?: Photo): Promise<void> {
  await page.getByLabel('Number plate', { exact: true }).fill(plate)
  if (photo) {
    await page.getByLabel('Add a photo').setInputFiles([photo])
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Save and next vehicle' }).click()
  await expect(page.getByText(`${plate} saved on this phone`)).toBeVisible()
}

/** Chebet's session in the demo. */
const DEMO_SESSION = '0e000000-0000-4000-8000-000000000001'

/** The server's entries of Chebet's session of this journey; undefined until it has arrived. */
export async function atServer(control: Control) {
  const [row] = await control.query<{ entries: number; ids: number; photos: number; late: number; state: string }>(
    `select s.state, count(distinct e.id)::int as entries, count(distinct e.plate_key)::int as ids,
            count(distinct p.id)::int as photos, count(distinct e.id) filter (where e.late)::int as late
       from app.surveyor_sessions s
       left join app.collection_entries e on e.session_id = s.id
       left join app.entry_photos p on p.entry_id = e.id
      where s.surveyor_id = $1 and s.id <> $2
      group by s.id`,
    [CAST.chebet.id, DEMO_SESSION],
  )
  return row
}

/** Expects device and server to hold the same entries and photos, and the sync status to show it. */
export async function expectSame(page: Page, control: Control, entries: number, photos = 0): Promise<void> {
  await open(page, '/session')
  await expect(page.getByText('Everything on this phone is on the server.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(`${entries} on this phone`)).toBeVisible()
  await expect(page.getByText(`${entries} on the server`)).toBeVisible()
  await expect.poll(() => atServer(control)).toMatchObject({ entries, ids: entries, photos })
}
