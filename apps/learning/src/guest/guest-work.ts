import { deviceStore } from '@salama/http/device-storage'
import type { Mark } from '@/outbox/content.ts'
import { sendCompletion } from '@/outbox/send-completion.ts'

// What somebody did on this phone without an account: lessons read and quizzes practised. It belongs to the phone, and
// to whoever signs in on it next, like everything that is written without an account.

/** `passed`: of a quiz, whether the last practice would have passed. */
export type GuestWork = Mark & { title: string; passed?: boolean }

const KEY = 'salama-learning.guest'
/** More than all courses have. */
const MAX_ITEMS = 300

const idOf = ({ moduleId, item }: Mark) => `${moduleId}/${item}`

export function readWork(): GuestWork[] {
  try {
    const saved: unknown = JSON.parse(deviceStore.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved : []
  } catch {
    return []
  }
}

/** Keeps a lesson, or the last answers to a quiz. @throws when storage is unavailable */
export function keepWork(work: GuestWork): void {
  const others = readWork().filter((each) => idOf(each) !== idOf(work))
  if (!deviceStore.setItem(KEY, JSON.stringify([...others, work].slice(-MAX_ITEMS)))) throw new Error('Not stored')
}

/**
 * Hands it to the outbox of the account that has signed in. Each piece is removed once the outbox has it, so an
 * interruption repeats at most one, and repeating changes nothing on the server.
 * @returns how many pieces were handed over
 */
export async function mergeWork(): Promise<number> {
  const all = readWork()
  for (const { title, passed: _, ...mark } of all) {
    const { arrived } = await sendCompletion(mark, title)
    arrived.catch(() => null) // the outbox shows it
    const rest = readWork().filter((each) => idOf(each) !== idOf(mark))
    if (rest.length > 0) deviceStore.setItem(KEY, JSON.stringify(rest))
    else deviceStore.removeItem(KEY)
  }
  return all.length
}
