import { type FormEvent, useEffect, useRef, useState } from 'react'
import { focusFirstWrong } from '../components/focus-on-mount.ts'
import type { Failure } from './requests.ts'

/** The error of one field. */
export type FieldProblem = 'missing' | 'notEmail' | 'tooShort' | 'tooLong' | 'notCode'

/** `leaving`: done, and the browser is loading another page; the form stays busy until then. */
type Sent = Failure | 'leaving' | null

/**
 * A form of the account pages: it validates its fields with our messages instead of the browser's, focuses the first
 * invalid field, prevents double submission, and never loses what was typed (the inputs are uncontrolled).
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
  // The browser counts only what the user typed into the field, not what it filled in itself.
  if (minLength > 0 && value.length < minLength) return 'tooShort'
  if (maxLength > 0 && value.length > maxLength) return 'tooLong'
  return null
}
