'use client'

import { Combobox } from '@base-ui/react/combobox'
import { Search as Lens, LoaderCircle, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'
import { Icon } from './icon.tsx'
import { useEarlyInput } from './use-early-input.ts'

type Option = { id: string | null; name: string }
type InputProps = ComponentProps<typeof Combobox.Input>

/**
 * A labelled input with suggestions (WAI-ARIA combobox with a listbox), which open inline: a phone's keyboard leaves no
 * room to float. The caller has text and options; `reason` tells typing from a choice.
 */
export function ComboboxField<T extends Option>({
  label,
  hint,
  error,
  options,
  value = null,
  onChoose,
  text,
  onText,
  lineOf,
  isBusy = false,
  status,
  clear,
  describedBy,
  input,
  above,
  children,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  options: readonly T[]
  value?: T | null
  onChoose: (option: T | null) => void
  text: string
  onText: (text: string, reason: string) => void
  /** Distinguishes options of the same name. */
  lineOf?: (option: T) => ReactNode
  isBusy?: boolean
  /** The status of the search as text; announced when it changes. */
  status: ReactNode
  /** The label of the clear button; without it there is none. */
  clear?: string
  /** The id of a further description of the input. */
  describedBy?: string | false | null | undefined
  input?: Pick<InputProps, 'autoCapitalize' | 'enterKeyHint' | 'maxLength'>
  /** Between the label and the input, and between the list and the error. */
  above?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  const control = useEarlyInput<HTMLInputElement>(({ value: early }) => {
    if (early !== text) onText(early, 'input-change')
  })
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && <FieldError id={`${id}-error`} error={error} hint={<p id={`${id}-hint`}>{hint}</p>} />}
      {above}
      <Combobox.Root
        items={options}
        filter={null}
        autoHighlight
        inline
        // Open also while it is searched: a list that was closed meanwhile highlights nothing when it comes.
        open={options.length > 0 || isBusy}
        value={value}
        onValueChange={onChoose}
        inputValue={text}
        onInputValueChange={(typed, { reason }) => onText(typed, reason)}
        itemToStringLabel={(option: T) => option.name}
        isItemEqualToValue={(a: T, b: T) => a.id === b.id}
      >
        <Combobox.InputGroup
          className={cx(
            'flex items-center rounded-control border bg-raised focus-within:outline-3 focus-within:outline-ink',
            error ? 'border-danger' : 'border-edge',
          )}
        >
          <Icon as={isBusy ? LoaderCircle : Lens} className={cx('ms-3 text-soft', isBusy && 'animate-turn')} />
          <Combobox.Input
            ref={control}
            id={id}
            autoComplete="off"
            {...input}
            aria-expanded={options.length > 0}
            aria-invalid={error ? true : undefined}
            aria-describedby={cx(hint && `${id}-hint`, describedBy, error && `${id}-error`) || undefined}
            className="min-h-touch min-w-0 flex-1 bg-transparent px-3 text-base outline-none"
          />
          {clear && text !== '' && (
            <Combobox.Clear aria-label={clear} className="grid min-h-touch min-w-touch place-items-center">
              <Icon as={X} />
            </Combobox.Clear>
          )}
        </Combobox.InputGroup>
        <Combobox.Status className="text-soft">{status}</Combobox.Status>
        {options.length > 0 && (
          <Combobox.List className="flex max-h-80 flex-col overflow-y-auto rounded-control bg-raised over-map">
            {(option: T) => (
              <Combobox.Item
                key={option.id}
                value={option}
                className="flex min-h-14 cursor-pointer flex-col justify-center border-b border-line px-3 py-2 leading-tight last:border-0 data-highlighted:bg-sunken data-highlighted:band-beside"
              >
                <span className="font-semibold">{option.name}</span>
                {lineOf?.(option)}
              </Combobox.Item>
            )}
          </Combobox.List>
        )}
      </Combobox.Root>
      {children}
      {!hint && <FieldError id={`${id}-error`} error={error} />}
    </div>
  )
}
