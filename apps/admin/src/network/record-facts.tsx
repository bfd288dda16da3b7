import type { getRouteForAdmin, getStageForAdmin } from '@salama/domain/network/admin-contract'
import type { ReplyOf } from '@salama/domain/shared'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { titleOf } from '@/assignments/words.tsx'
import { Facts, Moment, Part, TextLink } from '@/lists/facts.tsx'

export function StageFacts({ stage }: { stage: ReplyOf<typeof getStageForAdmin> }) {
  const t = useTranslations('networkMap')
  const category = useTranslations('categories')
  const { west, south, east, north } = stage.box
  const near = { bbox: [west, south, east, north].join(',') }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xl font-bold">{t('stage', { name: stage.name })}</h2>
      <RetiredNotice at={stage.retiredAt}>{t('retiredStage')}</RetiredNotice>
      <Facts
        facts={[
          { label: t('area'), value: stage.area ?? t('none') },
          { label: t('corridor'), value: stage.corridor?.name ?? t('none') },
          {
            label: t('liveNear'),
            value: (
              <TextLink href={{ pathname: '/incidents', query: { state: 'live', ...near } }}>
                {t('incidentCount', { count: stage.liveIncidents })}
              </TextLink>
            ),
          },
        ]}
      />
      <ListPart title={t('routes')} rows={stage.routes}>
        {({ id, shortName, longName }) => (
          <TextLink href={`/network/map?route=${id}`} scroll={false}>
            {shortName} {longName}
          </TextLink>
        )}
      </ListPart>
      <ListPart
        title={t('reports')}
        lead={t('reportsHint')}
        rows={stage.reports.map((row) => ({ id: row.category, ...row }))}
      >
        {(row) => `${category(row.category)}: ${row.reports}`}
      </ListPart>
      <TextLink href={{ pathname: '/incidents', query: near }}>{t('allIncidents')}</TextLink>
      <AssignmentList title={t('assignmentsHere')} rows={stage.assignments} />
      <ListPart
        title={`${t('entries')}: ${stage.entries.count}`}
        {...(stage.entries.count > stage.entries.latest.length && { lead: t('latest') })}
        rows={stage.entries.latest}
      >
        {({ plate, capturedAt, reviewId }) => (
          <>
            {reviewId ? <TextLink href={`/review/${reviewId}`}>{plate}</TextLink> : plate} <Moment at={capturedAt} />
          </>
        )}
      </ListPart>
    </section>
  )
}

export function RouteFacts({ route }: { route: ReplyOf<typeof getRouteForAdmin> }) {
  const t = useTranslations('networkMap')
  const category = useTranslations('categories')
  const onIt = { routeId: route.id, state: 'in_use' }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xl font-bold">{t('route', { name: `${route.shortName} ${route.longName}` })}</h2>
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
          <ol className="list-decimal ps-8">
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

function RetiredNotice({ at, children }: { at: string | null; children: ReactNode }) {
  const t = useTranslations('networkMap')
  const { day } = useTimes()
  if (at === null) return null
  return (
    <Notice title={t('retiredSince', { day: day(at) })}>
      <p>{children}</p>
    </Notice>
  )
}

/** A section with a list, or the word for none. */
function ListPart<T extends { id: string }>({
  title,
  lead,
  rows,
  children,
}: {
  title: string
  lead?: string
  rows: readonly T[]
  children: (row: T) => ReactNode
}) {
  const t = useTranslations('networkMap')
  return (
    <Part title={title} lead={lead}>
      {rows.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </Part>
  )
}

type Assignment = Parameters<typeof titleOf>[0] & { id: string }

function AssignmentList({ title, rows }: { title: string; rows: readonly Assignment[] }) {
  const locale = useLocale()
  return (
    <ListPart title={title} rows={rows}>
      {(row) => <TextLink href={`/assignments/${row.id}`}>{titleOf(row, locale)}</TextLink>}
    </ListPart>
  )
}
