import { CITY, telOf } from '@salama/domain/shared'
import type { Vehicle } from '@salama/domain/vehicles'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { BadgeCheck, CircleDashed, Volume2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import { Follow } from '@/alerts/follow.tsx'
import { numberOf } from '@/network/number-of.ts'
import { TextLink } from '@/text-link.tsx'

/** The vehicle's sacco and routes, and the source of these facts. */
export function VehicleFacts({ vehicle }: { vehicle: z.infer<typeof Vehicle> }) {
  const t = useTranslations('vehicle')
  const { day } = useTimes()
  return (
    <div className="flex flex-col gap-2">
      <dl className="divide-y divide-line border-y border-line">
        <Fact name={t('sacco')}>
          {vehicle.sacco ? (
            <TextLink href={`/saccos/${vehicle.sacco.slug}`}>{vehicle.sacco.name}</TextLink>
          ) : (
            <Unknown>{t('saccoUnknown')}</Unknown>
          )}
        </Fact>
        <Fact name={t('routes')}>
          {vehicle.routes.length === 0 && <Unknown>{t('routesUnknown')}</Unknown>}
          <ul className="flex flex-col">
            {vehicle.routes.map((route) => (
              <li key={route.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
                <TextLink href={`/routes/${route.slug}`}>{route.name}</TextLink>
                <Follow kind="route" id={route.id} label={t('route', { name: numberOf(route) || route.shortName })} />
              </li>
            ))}
          </ul>
        </Fact>
        {vehicle.capacity !== null && (
          <Fact name={t('seats')}>
            <Unknown>{t('seatsCount', { count: vehicle.capacity })}</Unknown>
          </Fact>
        )}
      </dl>
      <p className="inline-flex items-start gap-2 text-soft">
        <Icon as={vehicle.checkedAt ? BadgeCheck : CircleDashed} className="mt-0.5" />
        {vehicle.checkedAt ? t('checkedAt', { day: day(vehicle.checkedAt) }) : t('unchecked')}
      </p>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col py-1 md:flex-row md:gap-3">
      <dt className="flex w-[8rem] shrink-0 items-center text-soft md:min-h-touch md:self-start">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

const Unknown = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-h-touch items-center">{children}</span>
)

/** Encourages riders to ask for a safer ride together. */
export function SpeakUp() {
  const t = useTranslations('vehicle')
  return (
    <section aria-labelledby="speak-up" className="band-beside flex flex-col gap-2 bg-raised py-4 pe-4 ps-5">
      <h2 id="speak-up" className="flex items-center gap-2 font-semibold">
        <Icon as={Volume2} />
        {t('speakUp.title')}
      </h2>
      <p className="max-w-prose">{t('speakUp.words')}</p>
      <p className="max-w-prose font-semibold">{t('speakUp.say')}</p>
      <p className="max-w-prose text-soft">
        {t('speakUp.danger')}{' '}
        {CITY.helplines
          .filter(({ emergency }) => emergency)
          .map(({ number }, index) => (
            <Fragment key={number}>
              {index > 0 && ` ${t('speakUp.or')} `}
              <a href={telOf(number)} className="touch-link min-w-touch font-semibold">
                <bdi dir="ltr">{number}</bdi>
              </a>
            </Fragment>
          ))}
      </p>
    </section>
  )
}
