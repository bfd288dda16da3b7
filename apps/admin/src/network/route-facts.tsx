import type { getRouteForAdmin } from '@salama/domain/network/admin-contract'
import type { ReplyOf } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import { Facts, Part } from '@/lists/facts.tsx'
import { AssignmentList, ListPart, RetiredNotice, TextLink } from './record-parts.tsx'

/** What hangs on a route. */
export function RouteFacts({ route }: { route: ReplyOf<typeof getRouteForAdmin> }) {
  const t = useTranslations('networkMap')
  const category = useTranslations('categories')
  const onIt = { routeId: route.id, state: 'in_use' }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-2xl font-bold">{t('route', { name: `${route.shortName} ${route.longName}` })}</h2>
      <RetiredNotice at={route.retiredAt}>{t('retiredRoute')}</RetiredNotice>
      <Facts
        facts={[
          {
            label: t('vehicles'),
            value: (
              <TextLink href={{ pathname: '/vehicles', query: onIt }}>
                {t('vehicleCount', { count: route.vehicles })}
              </TextLink>
            ),
          },
        ]}
      />
      <ListPart title={t('saccos')} rows={route.saccos}>
        {({ id, name, vehicles }) => (
          <TextLink href={{ pathname: '/vehicles', query: { ...onIt, saccoId: id } }}>
            {name}: {t('vehicleCount', { count: vehicles })}
          </TextLink>
        )}
      </ListPart>
      <ListPart
        title={`${t('liveAlong')}: ${route.incidents.count}`}
        {...(route.incidents.count > route.incidents.latest.length && { lead: t('latest') })}
        rows={route.incidents.latest}
      >
        {(row) => (
          <TextLink href={`/incidents/${row.id}`}>
            {[category(row.category), row.placeName].filter(Boolean).join(' · ')}
          </TextLink>
        )}
      </ListPart>
      <AssignmentList title={t('assignmentsOn')} rows={route.assignments} />
      <Part title={t('stages')}>
        {route.stages.length === 0 ? (
          <p className="text-soft">{t('none')}</p>
        ) : (
          <ol className="list-decimal pl-8">
            {route.stages.map(({ id, name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a route may stop twice at a stage
              <li key={index}>
                <TextLink href={`/network/map?stage=${id}`} scroll={false}>
                  {name}
                </TextLink>
              </li>
            ))}
          </ol>
        )}
      </Part>
    </section>
  )
}
