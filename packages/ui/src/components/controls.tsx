'use client'

import type { ComponentProps } from 'react'
import { useEarlyInput } from './use-early-input.ts'

// The controls whose value a component holds. `onChange` also hears what came before the page's script responded.

type Heard<C> = { currentTarget: C; target: C }
type Props<Tag extends 'input' | 'textarea' | 'select', C> = Omit<ComponentProps<Tag>, 'onChange'> & {
  onChange?: (event: Heard<C>) => void
}

export type InputProps = Props<'input', HTMLInputElement>
export type AreaProps = Props<'textarea', HTMLTextAreaElement>

const heard = <C,>(control: C): Heard<C> => ({ currentTarget: control, target: control })
const rendered = ({ value, defaultValue }: Pick<InputProps, 'value' | 'defaultValue'>) =>
  String(value ?? defaultValue ?? '')

export function TextInput(props: InputProps) {
  const ref = useEarlyInput<HTMLInputElement>((input) => {
    if (input.value !== rendered(props)) props.onChange?.(heard(input))
  })
  return <input ref={ref} {...props} />
}

export function TextArea(props: AreaProps) {
  const ref = useEarlyInput<HTMLTextAreaElement>((area) => {
    if (area.value !== rendered(props)) props.onChange?.(heard(area))
  })
  return <textarea ref={ref} {...props} />
}

export function Select(props: Props<'select', HTMLSelectElement>) {
  const ref = useEarlyInput<HTMLSelectElement>((select) => {
    if (select.value !== rendered(props)) props.onChange?.(heard(select))
  })
  return <select ref={ref} {...props} />
}

/** A checkbox or radio button. Of a group of radio buttons the one that was chosen hears of it, and not the other. */
export function Tick(props: Omit<InputProps, 'type' | 'checked'> & { type: 'checkbox' | 'radio'; checked: boolean }) {
  const ref = useEarlyInput<HTMLInputElement>((input) => {
    if (input.checked !== props.checked && (input.checked || props.type === 'checkbox')) props.onChange?.(heard(input))
  })
  return <input ref={ref} {...props} />
}

export function FileInput(props: Omit<InputProps, 'type'>) {
  const ref = useEarlyInput<HTMLInputElement>((input) => {
    if (input.files && input.files.length > 0) props.onChange?.(heard(input))
  })
  return <input ref={ref} type="file" {...props} />
}
