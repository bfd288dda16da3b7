import { Select } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { useId } from 'react'

/** A labelled native select. `none` is the label of the empty option. */
export function Choice({
  label,
  hint,
  optional,
  value,
  onChange,
  options,
  none,
  error,
  disabled = false,
}: {
  label: string
  hint?: string
  optional?: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  none?: string
  error?: string | undefined
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> ({optional})</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <Select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={cx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
        className={cx(
          'min-h-touch w-full rounded-control border bg-raised px-2 text-base text-ink',
          error ? 'border-danger' : 'border-edge',
        )}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      <p id={`${id}-error`} aria-live="polite" className={cx('font-semibold text-danger', !error && 'sr-only')}>
        {error}
      </p>
    </div>
  )
}
