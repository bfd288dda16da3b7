import type { getStageForAdmin } from '@salama/domain/network/admin-contract'
import type { ReplyOf } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import { Facts, Moment } from '@/lists/facts.tsx'
import { AssignmentList, ListPart, RetiredNotice, TextLink } from './record-parts.tsx'

/** What hangs on a stage. */
export function StageFacts({ stage }: { stage: ReplyOf<typeof getStageForAdmin> }) {
  const t = useTranslations('networkMap')
  const category = useTranslations('categories')
  const { west, south, east, north } = stage.box
  const near = { bbox: [west, south, east, north].join(',') }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-2xl font-bold">{t('stage', { name: stage.name })}</h2>
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
