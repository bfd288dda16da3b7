'use client'

import { type ComponentProps, type SubmitEvent, useId, useRef } from 'react'

/**
 * A form that only a script sends, in `onSubmit`; sent earlier, once the script responds: for an `action` that is a
 * function React keeps the press. The first press counts. Each button has its own `name` and `value`.
 */
export function ScriptForm({
  onSubmit,
  ...props
}: Omit<ComponentProps<'form'>, keyof ReturnType<typeof useScriptForm> | 'method'>) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    const tooLong = event.currentTarget.querySelector<HTMLElement>('[data-too-long]')
    if (!tooLong) return onSubmit?.(event)
    event.preventDefault()
    tooLong.focus()
  }
  return <form {...props} onSubmit={send} {...useScriptForm()} />
}

/** What makes any form with an `onSubmit` such a form. */
export function useScriptForm() {
  const id = useId()
  const isSentAgain = useRef(false)
  const sendAgain = async (data: FormData) => {
    if (isSentAgain.current) return
    isSentAgain.current = true
    await null // until what was typed meanwhile is known, too (use-early-input.ts)
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const pressed = [...form.elements].find(
      (control) => control instanceof HTMLButtonElement && data.getAll(control.name).includes(control.value),
    )
    form.requestSubmit(pressed instanceof HTMLElement ? pressed : null)
  }
  return {
    id,
    'data-script-form': true,
    action: sendAgain,
    // React empties a form after its action; what was typed stays until its sender has decided.
    onReset: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}

/** The value of the button that sent a form. */
export function pressedValue({ nativeEvent: { submitter } }: SubmitEvent): string | undefined {
  return submitter instanceof HTMLButtonElement ? submitter.value : undefined
}
