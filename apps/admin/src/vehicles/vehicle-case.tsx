import type { VehicleCaseItem } from '@salama/domain/vehicle-records/manage-contract'
import { getTranslations } from 'next-intl/server'
import { Moment, TextLink } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'

/** Incidents, reports, ratings and field entries of a vehicle, newest first, each leading to its page. */
export async function VehicleCase({ items }: { items: readonly VehicleCaseItem[] }) {
  const [t, review, categories] = await Promise.all([
    getTranslations('vehicles'),
    getTranslations('review'),
    getTranslations('categories'),
  ])
  const pathOf = ({ kind, id, reviewId, incidentId }: VehicleCaseItem) =>
    kind === 'incident'
      ? `/incidents/${id}`
      : reviewId
        ? `/review/${reviewId}`
        : incidentId
          ? `/incidents/${incidentId}`
          : null
  return (
    <DataTable<VehicleCaseItem>
      caption={t('case.title')}
      rows={items}
      keyOf={({ id }) => id}
      empty={<p className="text-soft">{t('case.none')}</p>}
      columns={[
        { label: t('case.when'), cell: ({ at }) => <Moment at={at} /> },
        {
          label: t('case.what'),
          isName: true,
          cell: (item) => {
            const path = pathOf(item)
            const words = `${item.kind === 'incident' ? t('case.incident') : review(`kind.${item.kind}`)}${item.category ? `: ${categories(item.category)}` : ''}`
            return path ? <TextLink href={path}>{words}</TextLink> : words
          },
        },
        {
          label: t('case.says'),
          cell: ({ stars, says, placeName, slot }) => (
            <>
              {[placeName, stars && review('starsOf', { stars }), says && `“${says}”`].filter(Boolean).join(' · ')}
              {slot && (
                <>
                  {' '}
                  <TextLink href={`/assignments/${slot.assignmentId}/slots/${slot.n}`}>
                    {t('case.slot', { n: slot.n })}
                  </TextLink>
                </>
              )}
            </>
          ),
        },
        { label: t('case.state'), cell: ({ state }) => t(STATES[state] ?? 'case.states.open') },
        {
          label: t('case.who'),
          cell: ({ kind, author }) =>
            author && (
              <span className="whitespace-nowrap">
                {t(kind === 'collection_entry' ? 'case.surveyor' : 'case.rider', { n: author.n })}
                {author.record && author.record.decided > 0 && (
                  <span className={author.record.accepted * 4 < author.record.decided * 3 ? 'text-warn' : 'text-soft'}>
                    {' '}
                    {review('record', author.record)}
                  </span>
                )}
              </span>
            ),
        },
      ]}
    />
  )
}

/** The states of all kinds in the few words that matter here. */
const STATES: Partial<
  Record<string, 'case.states.counts' | 'case.states.gone' | 'case.states.over' | 'case.states.live'>
> = {
  accepted: 'case.states.counts',
  linked: 'case.states.counts',
  counted: 'case.states.counts',
  approved: 'case.states.counts',
  rejected: 'case.states.gone',
  duplicate: 'case.states.gone',
  retracted: 'case.states.gone',
  merged: 'case.states.gone',
  purged: 'case.states.gone',
  active: 'case.states.live',
  resolved: 'case.states.over',
  expired: 'case.states.over',
  archived: 'case.states.over',
}
