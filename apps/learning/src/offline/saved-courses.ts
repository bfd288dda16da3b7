import type { readLearningCourse } from '@salama/domain/learning/app-contract'
import type { CourseContent } from '@salama/domain/learning/contract'
import type { getLearningProgress } from '@salama/domain/learning/progress-contract'
import { call, tryCall } from '@salama/http/call'
import type { AppLinks } from '@salama/ui/components/markdown-links.ts'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { type DBSchema, openDB } from 'idb'
import type { z } from 'zod'

// Courses that a person wanted on this phone, whole and in both languages, pictures included. They are the same for
// everybody. What the person had completed by then is beside them, with the mark of whose it is, so that nobody else on
// this phone sees it.

export type SavedContent = z.output<typeof CourseContent>
export type SavedCourse = {
  slug: string
  version: number
  keptAt: number
  bytes: number
  content: Record<Locale, SavedContent>
  /** Where its lessons may lead to. */
  addresses: AppLinks['addresses']
}
/** What somebody had completed when this phone last heard of it. */
export type SavedProgress = {
  account: string
  courses: { slug: string; modules: { slug: string; completedItems: string[] }[] }[]
}

interface Saved extends DBSchema {
  courses: { key: string; value: SavedCourse }
  progress: { key: string; value: SavedProgress }
}

/** Pictures included, a course may have some megabytes. */
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
  openDB<Saved>(CHANNEL, 1, {
    upgrade: (db) => {
      db.createObjectStore('courses', { keyPath: 'slug' })
      db.createObjectStore('progress')
    },
  })

const load = (id: string, locale: Locale) =>
  call<typeof readLearningCourse>('GET /api/courses/{id}', {
    params: { id },
    query: { locale },
    cache: 'no-cache', // the version may have changed since
    timeoutMs: COURSE_TIMEOUT_MS,
  })

/** Fetches a course and keeps it. @throws when there is no connection, or this phone keeps nothing */
export async function saveCourse(slug: string, addresses: AppLinks['addresses']): Promise<SavedCourse> {
  const [en, sw] = await Promise.all([load(slug, 'en'), load(slug, 'sw')])
  if (en.version !== sw.version) throw new Error('Not the same version')
  const bytes = new TextEncoder().encode(JSON.stringify([en, sw])).length
  const course = { slug, version: en.version, keptAt: Date.now(), bytes, content: { en, sw }, addresses }
  await use((db) => db.put('courses', course))
  // A phone that is short of room should take something else first; whether it grants that changes nothing here.
  await navigator.storage?.persist?.().catch(() => null)
  return course
}

export const removeCourse = (slug: string) => use((db) => db.delete('courses', slug))
export const readSaved = (slug: string) => use(async (db) => (await db.get('courses', slug)) ?? null)
export const listSaved = () => use((db) => db.getAll('courses'))

/** What this account had completed; null for another one. */
export const readProgress = (account: string | null) =>
  use(async (db) => {
    const saved = await db.get('progress', LAST)
    return saved && saved.account === account ? saved : null
  })

/** Asks for the progress of who is signed in, while there are courses on this phone. Never throws. */
export async function refreshProgress(account: string | null): Promise<void> {
  try {
    if ((await listSaved()).length === 0) return
    if (account === null) return await use((db) => db.delete('progress', LAST))
    // Somebody else may have signed in since, in another window: theirs is not kept as this one's.
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
    // Another time.
  }
}
