'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { List, Map as MapIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'

export type View = 'list' | 'map'
const VIEWS = [
  { view: 'list', icon: List },
  { view: 'map', icon: MapIcon },
] as const

/** List, or list with map. */
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
