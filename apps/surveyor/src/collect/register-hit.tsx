import { Button } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { Draft } from '@/field-state/draft.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { routeLabel } from './find.ts'
import type { Registered } from './use-register.ts'

/** What the register has of this plate; taken over with one press, except the seats, which are counted. */
export function RegisterHit({
  vehicle,
  draft,
  names,
  edit,
}: {
  vehicle: Registered
  draft: Draft
  names: Names | null
  edit: (changes: Partial<Draft>) => void
}) {
  const t = useTranslations('collect')
  const { moment } = useTimes()
  const routes = vehicle.routes.map(({ id, shortName, longName }) => ({
    id,
    name: routeLabel({ shortName, longName }),
  }))
  const { sacco } = vehicle
  const parts = [sacco?.name, vehicle.routes.map(({ shortName }) => shortName).join(', '), vehicle.fleetName]
  const isTaken = draft.sacco?.id === sacco?.id && routes.every(({ id }) => draft.routes.some((each) => each.id === id))
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-2" role="status">
      <p className="min-w-[10rem] flex-1">
        <strong>{t('inRegister')}</strong> {parts.filter(Boolean).join(' · ') || t('inRegisterNothing')}
        {vehicle.asOf !== null && (
          <span className="block text-sm text-soft">{t('listOf', { time: moment(vehicle.asOf) })}</span>
        )}
      </p>
      {!isTaken && (sacco || routes.length > 0) && (
        <Button
          onClick={() =>
            edit({
              sacco: sacco
                ? { id: sacco.id, name: names?.saccos.find(({ id }) => id === sacco.id)?.name ?? sacco.name }
                : null,
              typedSacco: '',
              routes,
              typedRoute: '',
            })
          }
        >
          {t('useRegister')}
        </Button>
      )}
    </div>
  )
}
