'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { ListFilter } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { createContext, type FormEvent, type ReactNode, useContext, useId, useTransition } from 'react'
import { isNarrowed, type ReadList } from '@/lists/read-list.ts'

type Filters = Pick<ReadList<unknown>, 'typed' | 'wrong'>

const FiltersContext = createContext<Filters>({ typed: {}, wrong: {} })

/** The filters of a list: a plain GET form, for bookmarks and Back. With JavaScript a select applies at once. */
export function FilterBar({
  label,
  typed,
  wrong,
  canReset = isNarrowed({ typed }),
  children,
}: Filters & {
  label: string
  /** Whether there is a link to the whole list. */
  canReset?: boolean
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
        <FiltersContext value={{ typed, wrong }}>{children}</FiltersContext>
        <Button type="submit" busy={busy}>
          {!busy && <Icon as={ListFilter} />}
          {t('apply')}
        </Button>
        {canReset && (
          <Link href={path} className="touch-link px-1 font-semibold">
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
  /** The message when the list rejects it. */
  refused?: string | undefined
}

/** Label, error and attributes of a filter. The error is above the field: the bar is aligned at the bottom. */
function useFilter({ name, label, refused }: Control) {
  const t = useTranslations('console')
  const id = useId()
  const filters = useContext(FiltersContext)
  const { [name]: value = '' } = filters.typed
  const { [name]: wrong } = filters.wrong
  const words = (
    <>
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      {wrong && (
        <p id={`${id}-wrong`} className="max-w-[14rem] text-sm font-semibold break-words text-danger">
          {(wrong === 'refused' && refused) || t('wrongFilter.one', { value })}
        </p>
      )}
    </>
  )
  const control = {
    id,
    name,
    defaultValue: value,
    'aria-invalid': wrong && true,
    'aria-describedby': wrong && `${id}-wrong`,
    className: cx(
      'min-h-touch w-full rounded-control border bg-raised px-2 text-base text-ink',
      wrong ? 'border-danger' : 'border-edge',
    ),
  }
  return { words, value, control }
}

/** `all` is the label of no filter. A value from the URL that is not an option stays selected. */
export function FilterSelect({
  all,
  options,
  ...filter
}: Control & { all?: string; options: readonly { value: string; label: string }[] }) {
  const { words, value, control } = useFilter(filter)
  const isOther = value !== '' && options.every((option) => option.value !== value)
  return (
    <div className="flex flex-col">
      {words}
      <select key={value} {...control}>
        {all !== undefined && <option value="">{all}</option>}
        {isOther && <option value={value}>{value}</option>}
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
  refused,
}: {
  /** The message when the list rejects the first day; the default says that it must be before the last one. */
  refused?: string
}) {
  const t = useTranslations('console')
  return (
    <>
      <FilterText type="date" name="from" label={t('from')} refused={refused ?? t('wrongFilter.days')} />
      <FilterText type="date" name="to" label={t('to')} />
    </>
  )
}

/** A text or date field in a filter bar. */
export function FilterText({ type = 'search', ...filter }: Control & { type?: 'search' | 'date' }) {
  const { words, value, control } = useFilter(filter)
  return (
    <div className="flex flex-col">
      {words}
      <input type={type} key={value} {...control} />
    </div>
  )
}
