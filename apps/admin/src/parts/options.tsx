import { Tick } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import type { ComponentProps, ReactNode } from 'react'

/** A checkbox or a radio button with its label. */
function Option({ className, children, ...input }: ComponentProps<typeof Tick>) {
  return (
    <label className={cx('inline-flex min-h-touch items-center gap-2', className)}>
      <Tick {...input} className="size-5 accent-body" />
      {children}
    </label>
  )
}

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
  children: ReactNode
}

export const Checkbox = ({ onChange, ...rest }: CheckboxProps) => (
  <Option {...rest} type="checkbox" onChange={(event) => onChange(event.currentTarget.checked)} />
)

type Choices<Value extends string> = { options: readonly Value[]; words: (value: Value) => string }

/** A checkbox for each option. What is chosen is passed on in the order of the options. */
export function Checkboxes<Value extends string>({
  options,
  words,
  chosen,
  onChange,
}: Choices<Value> & { chosen: readonly Value[]; onChange: (chosen: readonly Value[]) => void }) {
  return options.map((option) => (
    <Checkbox
      key={option}
      checked={chosen.includes(option)}
      onChange={(isOn) => onChange(options.filter((each) => (each === option ? isOn : chosen.includes(each))))}
    >
      {words(option)}
    </Checkbox>
  ))
}

export function RadioChoice<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  words,
}: Choices<Value> & { legend: string; name: string; value: Value; onChange: (value: Value) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <Option key={option} type="radio" name={name} checked={option === value} onChange={() => onChange(option)}>
            {words(option)}
          </Option>
        ))}
      </div>
    </fieldset>
  )
}

/** One of the radio buttons of a list. */
export function RadioRow({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className="flex min-h-touch items-center gap-3 border-b border-line py-1">
      <Tick type="radio" name={name} checked={checked} onChange={onChoose} className="size-5 shrink-0 accent-body" />
      <span>{children}</span>
    </label>
  )
}
