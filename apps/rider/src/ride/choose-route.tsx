import type { search } from '@salama/domain/search/contract'
import { MAX_SEARCH } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { lookUp } from '@/vehicle/look-up.ts'
import type { Ride } from './ride.ts'

type Route = NonNullable<Ride['route']>

const find = async (q: string, signal: AbortSignal): Promise<Route[]> => {
  const query = { q, types: 'route', limit: 5 }
  const { data } = await call<typeof search>('GET /api/search', { query, signal })
  return data.map(({ id, label }) => ({ id, name: label }))
}

/** The route of a ride: those of its vehicle to choose from, or one that is searched. */
export function ChooseRoute({ plate, onChoose }: { plate: string | null; onChoose: (route: Route) => void }) {
  const t = useTranslations('ride')
  const [text, setText] = useState('')
  const [known, setKnown] = useState<Route[]>([])
  const { found, failure } = useDebouncedSearch(text.trim(), find)
  useEffect(() => {
    if (plate === null) return
    let left = false
    lookUp(plate).then((answer) => {
      if (!left && 'vehicle' in answer) setKnown(answer.vehicle.routes.map(({ id, name }) => ({ id, name })))
    })
    return () => {
      left = true
    }
  }, [plate])
  const shown = text.trim() === '' ? known : (found?.result ?? [])
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('whichRoute')}
        hint={t('whichRouteHint')}
        error={failure ? t('routesFailed') : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={MAX_SEARCH}
        autoComplete="off"
      />
      <ul className="flex flex-col gap-2">
        {shown.map((route) => (
          <li key={route.id}>
            <Button wide className="justify-start text-start" onClick={() => onChoose(route)}>
              {route.name}
            </Button>
          </li>
        ))}
      </ul>
      {found?.result.length === 0 && text.trim() !== '' && <p role="status">{t('noRoute')}</p>}
    </div>
  )
}
