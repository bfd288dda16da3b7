import { type FormEvent, useEffect, useRef, useState } from 'react'
import { focusFirstWrong } from '../components/focus-on-mount.ts'
import type { Failure } from './requests.ts'

/** What is wrong with one field. */
export type FieldProblem = 'missing' | 'notEmail' | 'tooShort' | 'tooLong' | 'notCode'

/** `leaving`: done, and the browser is on its way to another page; the form stays busy until then. */
type Sent = Failure | 'leaving' | null

/**
 * A form of the account pages: it checks its fields in our words and not the browser's, puts the focus where something
 * is wrong, sends once at a time, and never loses what was typed (the inputs keep their own values throughout).
 */
export function useAccountForm(send: (values: Record<string, string>) => Promise<Sent>) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [wrong, setWrong] = useState<Partial<Record<string, FieldProblem>>>({})

  useEffect(() => {
    if (Object.keys(wrong).length === 0) return
    focusFirstWrong(form.current)
  }, [wrong])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const found = wrongFieldsOf(event.currentTarget)
    setWrong(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    setBusy(true)
    const sent = await send(values)
    setProblem(sent === 'leaving' ? null : sent)
    setBusy(sent === 'leaving')
  }

  return { busy, problem, wrong, props: { ref: form, onSubmit, noValidate: true, method: 'post' as const } }
}

function wrongFieldsOf(form: HTMLFormElement): Record<string, FieldProblem> {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  return Object.fromEntries(
    inputs.flatMap((input): [string, FieldProblem][] => {
      const problem = wrongWith(input)
      return problem ? [[input.name, problem]] : []
    }),
  )
}

function wrongWith({ value, validity, minLength, maxLength }: HTMLInputElement): FieldProblem | null {
  if (validity.valueMissing) return 'missing'
  if (validity.typeMismatch) return 'notEmail'
  if (validity.patternMismatch) return 'notCode'
  // The browser counts only what a person typed into the field itself, not what it filled in for them.
  if (minLength > 0 && value.length < minLength) return 'tooShort'
  if (maxLength > 0 && value.length > maxLength) return 'tooLong'
  return null
}
