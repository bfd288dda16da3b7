import type { CollectionEntry } from '@salama/domain/collection-entries/contract'
import { VEHICLE_CHECKS } from '@salama/domain/shared'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { z } from 'zod'
import type { Assignment, Names, ServerEntry } from '@/field-state/field-cache.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import type { EntryBody } from '@/outbox/content.ts'
import { wordsOf } from '@/work/assignment-view-model.ts'

type Shown = Pick<EntryBody, 'vehicle'> & {
  note?: string | null | undefined
  place?: EntryBody['place'] | ServerEntry['place']
  photos: number
  assignment: Assignment | null
  flags?: z.infer<typeof CollectionEntry>['qualityFlags']
}

export function EntryFacts({ fieldState, of }: { fieldState: FieldState; of: Shown }) {
  const t = useTranslations('collect')
  const entry = useTranslations('entry')
  const { list } = useFormatter()
  const locale = useLocale()
  const names: Names | null = useCached(fieldState.fieldCache, 'names') ?? null
  const { vehicle, note, place, photos, assignment, flags = [] } = of
  const { sacco, routeIds = [], sticker, checks = {} } = vehicle
  const findings = VEHICLE_CHECKS.flatMap((check) => {
    const found = checks[check]
    return found && found !== 'not_checked' ? [`${t(`check.${check}`)}: ${t(`finding.${found}`)}`] : []
  })
  const rows = [
    [entry('assignment'), assignment && wordsOf(assignment, locale).title],
    [t('sacco'), sacco && ('name' in sacco ? sacco.name : names?.saccos.find(({ id }) => id === sacco.id)?.name)],
    [t('routes'), list(routeIds.map((id) => names?.routes.find((route) => route.id === id)?.shortName ?? '?'))],
    [t('capacity'), vehicle.capacity],
    [t('fleetName'), vehicle.fleetName],
    [t('sticker'), sticker && [t(`stickerIs.${sticker.status}`), sticker.code].filter(Boolean).join(' · ')],
    [entry('condition'), list(findings)],
    [t('note'), note],
    [entry('place'), place && entry('placeKept')],
    [entry('photos'), photos > 0 && photos],
  ].filter((row) => row[1] !== null && row[1] !== undefined && row[1] !== '' && row[1] !== false)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-y border-line py-3">
        {rows.map(([label, value]) => (
          <div key={String(label)} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="font-semibold whitespace-pre-line">{value}</dd>
          </div>
        ))}
        {rows.length === 0 && <p className="col-span-2 text-soft">{entry('plateOnly')}</p>}
      </dl>
      {flags.length > 0 && (
        <ul className="flex flex-col gap-1 font-semibold text-warn">
          {flags.map((flag) => (
            <li key={flag}>{entry(`flag.${flag}`)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
