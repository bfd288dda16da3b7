import { useId } from 'react'
import { type AreaProps, CountedArea, type InputProps, TextArea, TextInput } from './controls.tsx'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'

const CONTROL =
  'block w-full rounded-control border bg-raised px-3 py-2 text-base text-ink placeholder:text-soft min-h-12 focus-visible:outline-offset-0 read-only:bg-sunken disabled:bg-sunken disabled:text-soft'

/** The label, hint and error of a control, associated with it for screen readers. */
type FieldWords = { label: string; hint?: string | undefined; error?: string | undefined; optional?: string }

type Props = FieldWords & { className?: string } & (
    | ({ multiline?: false } & Omit<InputProps, 'className'>)
    | ({ multiline: true } & Omit<AreaProps, 'className'>)
  )

/**
 * A labelled text input, or a textarea with `multiline`. `optional` is the text beside the label. An error takes the place
 * of the hint; a field without a hint that is given an `error`, if only `undefined`, keeps a line for it.
 */
export function Field({ label, hint, optional, className, id: givenId, ...rest }: Props) {
  const { error, ...control } = rest
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = cx(control['aria-describedby'], hint && hintId, error && errorId)
  const aria = {
    id,
    'aria-invalid': error ? true : control['aria-invalid'],
    'aria-describedby': described || undefined,
    className: cx(
      CONTROL,
      error || control['aria-invalid'] ? 'border-danger inset-ring inset-ring-danger' : 'border-edge',
    ),
  }
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> ({optional})</span>}
      </label>
      {hint && <FieldError id={errorId} error={error} hint={<p id={hintId}>{hint}</p>} />}
      {control.multiline ? <Area {...control} {...aria} /> : <Input {...control} {...aria} />}
      {!hint && 'error' in rest && <FieldError id={errorId} error={error} />}
    </div>
  )
}

// A control without a handler is plain HTML, also in a Server Component.

function Area({ multiline: _, maxLength, ...rest }: { multiline: true } & AreaProps) {
  if (maxLength !== undefined) return <CountedArea rows={4} max={maxLength} {...rest} />
  return rest.onChange ? <TextArea rows={4} {...rest} /> : <textarea rows={4} {...rest} />
}

function Input({ multiline: _, ...rest }: { multiline?: false } & InputProps) {
  return rest.onChange ? <TextInput type="text" {...rest} /> : <input type="text" {...rest} />
}
