import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { ANSWER_FIELD } from './answers.ts'

// What is filled in in a quiz and not sent yet: for this tab and this account alone, so that another language, a page that
// is loaded anew or a way back to the lessons loses nothing. A quiz of another version may ask something else. A browser
// that keeps nothing still has the form.

type Quiz = { moduleId: string; courseVersion: number }
/** By the names of the fields. */
type Fields = Record<string, string[]>

const keyOf = ({ moduleId, courseVersion }: Quiz, account = remembered()) =>
  account === null ? null : `salama-learning.quiz.${account}.${moduleId}.${courseVersion}`

const isFilled = ([name, value]: [string, FormDataEntryValue]): boolean => ANSWER_FIELD.test(name) && value !== ''

/** What of a quiz is filled in. */
function fieldsIn(form: HTMLFormElement): Fields {
  const filled = new FormData(form)
  const names = new Set([...filled].filter(isFilled).map(([name]) => name))
  return Object.fromEntries([...names].map((name) => [name, filled.getAll(name).map(String)]))
}

function read(key: string | null): Fields {
  try {
    const kept: unknown = JSON.parse((key && sessionStorage.getItem(key)) || '{}')
    const fields = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
    return Object.fromEntries(fields.filter(([, values]) => Array.isArray(values)))
  } catch {
    return {}
  }
}

export async function keepAnswers(quiz: Quiz, form: HTMLFormElement): Promise<void> {
  try {
    // The first page after signing in may not have been told yet who is here.
    const key = keyOf(quiz, remembered() ?? (await currentAccount()))
    if (key !== null) sessionStorage.setItem(key, JSON.stringify(fieldsIn(form)))
  } catch {
    // Then they are in the form alone.
  }
}

export function forgetAnswers(quiz: Quiz): void {
  try {
    const key = keyOf(quiz)
    if (key !== null) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}

/** Fills in what was kept; what the form has already stays. */
export function restoreAnswers(quiz: Quiz, form: HTMLFormElement): void {
  const kept = read(keyOf(quiz))
  const there = fieldsIn(form)
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    const values = field.name in there ? undefined : kept[field.name]
    if (!values || !ANSWER_FIELD.test(field.name)) continue
    if (field instanceof HTMLSelectElement) field.value = values[0] ?? ''
    else field.checked = values.includes(field.value)
  }
}
