import type { readLearningCourse } from '@salama/domain/learning/app-contract'
import type { CourseContent } from '@salama/domain/learning/contract'
import type { getLearningProgress } from '@salama/domain/learning/progress-contract'
import { call, tryCall } from '@salama/http/call'
import { askToKeep, type DBSchema, openDatabase } from '@salama/http/device-storage'
import type { AppLinks } from '@salama/ui/components/markdown.tsx'
import { LOCALES, type Locale } from '@salama/ui/i18n/locales.ts'
import type { z } from 'zod'

// Courses that were saved on this phone, complete in every language with pictures. They are the same for everybody. The
// person's progress is stored beside them with the account key, so that nobody else on this phone sees it.

export type SavedContent = z.output<typeof CourseContent>
export type SavedCourse = {
  slug: string
  version: number
  keptAt: number
  bytes: number
  content: Record<Locale, SavedContent>
  addresses: AppLinks['addresses']
}
/** The progress of an account when this phone last synced. */
export type SavedProgress = {
  account: string
  courses: { slug: string; modules: { slug: string; completedItems: string[] }[] }[]
}

interface Saved extends DBSchema {
  courses: { key: string; value: SavedCourse }
  progress: { key: string; value: SavedProgress }
}

/** With pictures a course can have some megabytes. */
const COURSE_TIMEOUT_MS = 5 * 60_000

const CHANNEL = 'salama-learning.kept'
const LAST = 'last'

async function use<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

const open = () =>
  openDatabase<Saved>(CHANNEL, 1, {
    upgrade: (db) => {
      db.createObjectStore('courses', { keyPath: 'slug' })
      db.createObjectStore('progress')
    },
  })

const load = (id: string, locale: Locale) =>
  call<typeof readLearningCourse>('GET /api/courses/{id}', {
    params: { id },
    query: { locale },
    cache: 'no-cache', // the version may have changed
    timeoutMs: COURSE_TIMEOUT_MS,
  })

/** Downloads and saves a course. @throws when offline, or when storage fails */
export async function saveCourse(slug: string, addresses: AppLinks['addresses']): Promise<SavedCourse> {
  const loaded = await Promise.all(LOCALES.map(async (locale) => [locale, await load(slug, locale)] as const))
  const versions = new Set(loaded.map(([, { version }]) => version))
  const [version] = versions
  if (version === undefined || versions.size > 1) throw new Error('Not the same version')
  const bytes = new TextEncoder().encode(JSON.stringify(loaded)).length
  const course = { slug, version, keptAt: Date.now(), bytes, content: Object.fromEntries(loaded), addresses }
  await use((db) => db.put('courses', course))
  // Asks the browser not to evict the storage; saving works either way.
  await askToKeep()
  return course
}

export const removeCourse = (slug: string) => use((db) => db.delete('courses', slug))
export const readSaved = (slug: string) => use(async (db) => (await db.get('courses', slug)) ?? null)
export const listSaved = () => use((db) => db.getAll('courses'))

/** The saved progress of this account; null for another one. */
export const readProgress = (account: string | null) =>
  use(async (db) => {
    const saved = await db.get('progress', LAST)
    return saved && saved.account === account ? saved : null
  })

/** Refreshes the progress of the signed-in account while courses are saved. Never throws. */
export async function refreshProgress(account: string | null): Promise<void> {
  try {
    if ((await listSaved()).length === 0) return
    if (account === null) return await use((db) => db.delete('progress', LAST))
    // Another account may have signed in meanwhile in another tab: its progress is not saved for this one.
    const progress = await tryCall<typeof getLearningProgress>('GET /api/progress', {
      query: { limit: 100 },
      account,
      cache: 'no-store',
    })
    if (!progress.ok) return
    const courses = progress.reply.data.map(({ slug, modules }) => ({
      slug,
      modules: modules.map((module) => ({ slug: module.slug, completedItems: module.completedItems })),
    }))
    await use((db) => db.put('progress', { account, courses }, LAST))
  } catch {
    // Retried the next time.
  }
}
