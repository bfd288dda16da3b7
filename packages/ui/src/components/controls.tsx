'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useId, useState } from 'react'
import { cx } from './cx.ts'
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

/** A text that is counted. What is too long stays as it is and is not sent (ScriptForm): nothing is cut off. */
export function CountedArea({ max, ...props }: AreaProps & { max: number }) {
  const t = useTranslations('common')
  const id = useId()
  const [typed, setTyped] = useState(rendered(props).length)
  const count = props.value === undefined ? typed : rendered(props).length
  const isLong = count > max
  return (
    <>
      <TextArea
        {...props}
        onChange={(event) => {
          setTyped(event.target.value.length)
          props.onChange?.(event)
        }}
        data-too-long={isLong || undefined}
        aria-invalid={isLong || props['aria-invalid']}
        aria-describedby={cx(props['aria-describedby'], id)}
      />
      <p
        id={id}
        aria-live={isLong ? 'polite' : 'off'}
        className={cx('text-sm', isLong ? 'font-semibold text-danger' : 'text-soft')}
      >
        {isLong ? t('tooLong', { over: count - max }) : t('counted', { count, max })}
      </p>
    </>
  )
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
