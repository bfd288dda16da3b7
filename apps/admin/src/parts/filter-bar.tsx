'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { ListFilter } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useId, useTransition } from 'react'

/**
 * What a list is narrowed by. It is a plain form, and the answers stand in the page's address: a filter can be kept, sent on
 * and gone back from. With JavaScript a choice takes effect at once and a text on Enter.
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

const CONTROL = 'min-h-touch w-full rounded-control border-2 border-edge bg-raised px-2 text-base text-ink'

/** A choice in a filter bar; `all` is the word for no choice. */
export function FilterSelect<Value extends string>({
  name,
  label,
  value,
  all,
  options,
}: {
  name: string
  label: string
  value: Value | undefined
  all?: string
  options: readonly { value: Value; label: string }[]
}) {
  const id = useId()
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <select id={id} name={name} key={value ?? ''} defaultValue={value ?? ''} className={CONTROL}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The first and the last day in a filter bar. */
export function FilterDays({ from, to }: { from: string | undefined; to: string | undefined }) {
  const t = useTranslations('console')
  return (
    <>
      <FilterText type="date" name="from" label={t('from')} value={from} />
      <FilterText type="date" name="to" label={t('to')} value={to} />
    </>
  )
}

/** A word to look for in a filter bar, or a day. */
export function FilterText({
  name,
  label,
  value,
  type = 'search',
}: {
  name: string
  label: string
  value: string | undefined
  type?: 'search' | 'date'
}) {
  const id = useId()
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
      </label>
      <input id={id} type={type} name={name} key={value ?? ''} defaultValue={value ?? ''} className={CONTROL} />
    </div>
  )
}

/** A yes or no in a filter bar. */
export function FilterCheck({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label className="inline-flex min-h-touch items-center gap-2">
      <input
        type="checkbox"
        name={name}
        value="true"
        key={String(checked)}
        defaultChecked={checked}
        className="size-5 accent-body"
      />
      {label}
    </label>
  )
}
