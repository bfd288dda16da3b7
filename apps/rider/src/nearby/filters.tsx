import { Select } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { LISTED, type NearbyQuery, RADII } from './query.ts'

type Props = { query: NearbyQuery; hasMap: boolean; onChange: (query: NearbyQuery) => void }

/** Filters by category, and by radius where no map shows it. A plain form, so that it works before hydration. */
export function Filters({ query, hasMap, onChange }: Props) {
  const t = useTranslations('nearby')
  const category = useTranslations('categories')
  const format = useFormatter()
  // A searched area of the map has a radius of its own.
  const radii = [...new Set([...RADII, query.radiusM])].toSorted((a, b) => a - b)
  return (
    <form method="get" className="pairs py-3">
      <input type="hidden" name="lat" value={query.lat} />
      <input type="hidden" name="lng" value={query.lng} />
      <input type="hidden" name="view" value={query.view} />
      {query.name && <input type="hidden" name="place" value={query.name} />}
      <LabelledSelect
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
      </LabelledSelect>
      <LabelledSelect
        label={t('within')}
        isHidden={hasMap}
        name="radiusM"
        value={String(query.radiusM)}
        onChange={(value) =>
          onChange({
            ...query,
            camera: null,
            radiusM: RADII.find((radius) => String(radius) === value) ?? query.radiusM,
          })
        }
      >
        {radii.map((radius) => (
          <option key={radius} value={radius}>
            {t('withinKilometres', { km: format.number(radius / 1000) })}
          </option>
        ))}
      </LabelledSelect>
      <noscript>
        <button type="submit" className="min-h-touch rounded-control bg-fill px-4 font-semibold">
          {t('apply')}
        </button>
      </noscript>
    </form>
  )
}

type SelectProps = {
  label: string
  /** Only without scripts is it shown nevertheless. */
  isHidden?: boolean
  name: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function LabelledSelect({ label, isHidden = false, name, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className={cx('min-w-0', isHidden && 'hidden [@media(scripting:none)]:block')}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-touch w-full rounded-control bg-fill px-2 text-base text-ink"
      >
        {children}
      </Select>
    </div>
  )
}
