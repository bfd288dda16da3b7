'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { ListFilter } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useId, useTransition } from 'react'
import type { WrongFilter } from '@/lists/read-list.ts'

/**
 * The filters of a list: a plain GET form, so that a filter can be bookmarked, shared and undone with Back. With
 * JavaScript a select applies at once and a text on Enter.
 */
export function FilterBar({
  label,
  isNarrowed,
  children,
}: {
  label: string
  isNarrowed: boolean
  children: ReactNode
}) {
  const t = useTranslations('console')
  const router = useRouter()
  const path = usePathname()
  const [busy, start] = useTransition()
  const apply = (form: HTMLFormElement) => {
    const query = Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' && value ? [[name, value]] : [])),
    )
    start(() => router.replace({ pathname: path, query }, { scroll: false }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const change = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox'))
      apply(event.currentTarget)
  }
  return (
    <search>
      <form
        method="get"
        aria-label={label}
        aria-busy={busy}
        onSubmit={submit}
        onChange={change}
        className="grid grid-cols-2 items-end gap-x-3 gap-y-2 py-2 sm:flex sm:flex-wrap"
      >
        {children}
        <Button type="submit" busy={busy}>
          {!busy && <Icon as={ListFilter} />}
          {t('apply')}
        </Button>
        {isNarrowed && (
          <Link href={path} className="inline-flex min-h-touch items-center px-1 font-semibold text-link underline">
            {t('showAll')}
          </Link>
        )}
      </form>
    </search>
  )
}

type Control = {
  name: string
  label: string
  /** As typed, valid or not. */
  value: string | undefined
  wrong?: WrongFilter | undefined
  /** The message when the list rejects it. */
  refused?: string | undefined
}

/**
 * Label, error and ARIA attributes of a filter. The error is above the field, because the bar is aligned at the bottom.
 */
function useFilter({ label, value = '', wrong, refused }: Omit<Control, 'name'>) {
  const t = useTranslations('console')
  const id = useId()
  const words = (
    <>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {wrong && (
        <p id={`${id}-wrong`} className="max-w-56 text-sm font-semibold break-words text-danger">
          {(wrong === 'refused' && refused) || t('wrongFilter.one', { value })}
        </p>
      )}
    </>
  )
  const control = {
    id,
    defaultValue: value,
    'aria-invalid': wrong && true,
    'aria-describedby': wrong && `${id}-wrong`,
    className: cx(
      'min-h-touch w-full rounded-control border-2 bg-raised px-2 text-base text-ink',
      wrong ? 'border-danger' : 'border-edge',
    ),
  }
  return { words, control }
}

/**
 * A select in a filter bar; `all` is the label of no filter. A value from the URL that is not an option stays selected.
 */
export function FilterSelect({
  name,
  all,
  options,
  ...filter
}: Control & { all?: string; options: readonly { value: string; label: string }[] }) {
  const { words, control } = useFilter(filter)
  const isOther = filter.value !== undefined && options.every(({ value }) => value !== filter.value)
  return (
    <div className="flex flex-col">
      {words}
      <select name={name} key={filter.value ?? ''} {...control}>
        {all !== undefined && <option value="">{all}</option>}
        {isOther && <option value={filter.value}>{filter.value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A date range in a filter bar. */
export function FilterDays({
  typed,
  wrong,
  refused,
}: {
  typed: Readonly<Record<string, string>>
  wrong: Readonly<Record<string, WrongFilter>>
  /** The message when the list rejects the first day; the default says that it must be before the last one. */
  refused?: string
}) {
  const t = useTranslations('console')
  const tooLate = refused ?? t('wrongFilter.days')
  return (
    <>
      <FilterText type="date" name="from" label={t('from')} value={typed.from} wrong={wrong.from} refused={tooLate} />
      <FilterText type="date" name="to" label={t('to')} value={typed.to} wrong={wrong.to} />
    </>
  )
}

/** A text or date field in a filter bar. */
export function FilterText({ name, type = 'search', ...filter }: Control & { type?: 'search' | 'date' }) {
  const { words, control } = useFilter(filter)
  return (
    <div className="flex flex-col">
      {words}
      <input type={type} name={name} key={filter.value ?? ''} {...control} />
    </div>
  )
}
