'use client'

import type { ComponentProps } from 'react'
import { useEarlyText } from './use-early-text.ts'

type Text<C> = { currentTarget: C; target: C }

/** A control whose text a component holds. `onChange` also hears what was typed before the script responded. */
export type InputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  onChange?: (event: Text<HTMLInputElement>) => void
}
export type AreaProps = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  onChange?: (event: Text<HTMLTextAreaElement>) => void
}

const shownIn = ({ value, defaultValue }: InputProps | AreaProps) => String(value ?? defaultValue ?? '')

export function TextInput(props: InputProps) {
  const ref = useEarlyText<HTMLInputElement>(shownIn(props), (target) =>
    props.onChange?.({ target, currentTarget: target }),
  )
  return <input ref={ref} {...props} />
}

export function TextArea(props: AreaProps) {
  const ref = useEarlyText<HTMLTextAreaElement>(shownIn(props), (target) =>
    props.onChange?.({ target, currentTarget: target }),
  )
  return <textarea ref={ref} {...props} />
}
