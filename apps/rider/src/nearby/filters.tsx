'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { List, Map as MapIcon } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { LISTED, type NearbyQuery, RADII } from './query.ts'

type Props = { query: NearbyQuery; onChange: (query: NearbyQuery) => void }

/** Filters by category and radius. A plain form, so that it works before hydration. */
export function Filters({ query, onChange }: Props) {
  const t = useTranslations('nearby')
  const category = useTranslations('categories')
  const format = useFormatter()
  return (
    <form method="get" className="pairs flex-1 md:flex">
      <input type="hidden" name="lat" value={query.lat} />
      <input type="hidden" name="lng" value={query.lng} />
      {query.name && <input type="hidden" name="place" value={query.name} />}
      <Select
        label={t('show')}
        name="category"
        value={query.category ?? ''}
        onChange={(value) => onChange({ ...query, category: LISTED.find((code) => code === value) ?? null })}
      >
        <option value="">{t('everything')}</option>
        {LISTED.map((code) => (
          <option key={code} value={code}>
            {category(code)}
          </option>
        ))}
      </Select>
      <Select
        label={t('within')}
        name="radiusM"
        value={String(query.radiusM)}
        onChange={(value) =>
          onChange({ ...query, radiusM: RADII.find((radius) => String(radius) === value) ?? query.radiusM })
        }
      >
        {RADII.map((radius) => (
          <option key={radius} value={radius}>
            {t('withinKilometres', { km: format.number(radius / 1000) })}
          </option>
        ))}
      </Select>
      <noscript>
        <button type="submit" className="min-h-touch rounded-control border-2 border-edge bg-raised px-4 font-semibold">
          {t('apply')}
        </button>
      </noscript>
    </form>
  )
}

type SelectProps = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Select({ label, name, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-touch w-full rounded-control border-2 border-edge bg-raised px-2 text-base text-ink"
      >
        {children}
      </select>
    </div>
  )
}

export type View = 'list' | 'map'
const VIEWS = [
  { view: 'list', icon: List },
  { view: 'map', icon: MapIcon },
] as const

/** Switches between the list, and the list with a map. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations('nearby')
  return (
    <fieldset
      aria-label={t('view')}
      className="pairs gap-0 rounded-control border-2 border-edge bg-raised md:w-64 md:grid-cols-2"
    >
      {VIEWS.map((each) => (
        <button
          key={each.view}
          type="button"
          aria-pressed={each.view === view}
          onClick={() => onChange(each.view)}
          className={`flex min-h-touch items-center justify-center gap-2 px-3 ${each.view === view ? 'band-below font-bold' : 'text-soft'}`}
        >
          <Icon as={each.icon} />
          {t(each.view)}
        </button>
      ))}
    </fieldset>
  )
}
