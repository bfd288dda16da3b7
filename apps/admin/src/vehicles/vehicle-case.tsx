import type { VehicleCaseItem } from '@salama/domain/vehicle-records/manage-contract'
import { getTranslations } from 'next-intl/server'
import { AuthorMenu } from '@/authors/author-menu.tsx'
import { STATES } from '@/authors/states.ts'
import { Moment, TextLink } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'

/** Incidents, reports, ratings and field entries of a vehicle, newest first, each leading to its page. */
export async function VehicleCase({ items }: { items: readonly VehicleCaseItem[] }) {
  const [t, authors, review, categories] = await Promise.all([
    getTranslations('vehicles'),
    getTranslations('authors'),
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
        { label: t('case.state'), cell: ({ state }) => authors(STATES[state] ?? 'states.open') },
        {
          label: t('case.who'),
          cell: ({ kind, id, author }) => {
            if (!author || kind === 'incident') return null
            const { record, ...standing } = author
            const name = t(kind === 'collection_entry' ? 'case.surveyor' : 'case.rider', { n: author.n })
            return (
              <span className="inline-flex flex-wrap items-center gap-x-2 whitespace-nowrap">
                {name}
                {record && record.decided > 0 && (
                  <span className={record.accepted * 4 < record.decided * 3 ? 'text-warn' : 'text-soft'}>
                    {review('record', record)}
                  </span>
                )}
                <AuthorMenu of={{ kind, id }} name={name} standing={standing} />
              </span>
            )
          },
        },
      ]}
    />
  )
}
