'use client'

import type { ReviewReason } from '@salama/domain/review-entries/contract'
import type { ReviewedCollectionEntry } from '@salama/domain/review-subjects/contract'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { Part } from './part.tsx'

/** What is known of the plate that a surveyor recorded, whose sticker it is, and what was said before it came back. */
export function KnownVehicle({ subject, reasons }: { subject: ReviewedCollectionEntry; reasons: ReviewReason[] }) {
  const t = useTranslations('review')
  const locale = useLocale()
  const { moment } = useTimes()
  const { known, stickerOf, before } = subject
  const isOtherSticker = stickerOf !== null && stickerOf.id !== known?.id
  const rows = known && [
    [t('fact.fleetName'), known.fleetName],
    [t('fact.sacco'), known.sacco?.name],
    [t('fact.routes'), known.routes.map(({ shortName }) => shortName).join(', ')],
    [t('fact.capacity'), known.capacity?.toString()],
    [t('fact.code'), known.publicCode],
    [t('fact.checkedAt'), known.checkedAt && moment(known.checkedAt)],
  ]
  return (
    <Part title={t('known')}>
      {!rows && <p>{t('knownNot')}</p>}
      {rows && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
        </dl>
      )}
      {isOtherSticker && (
        <Notice tone="warn">
          <p>
            {t('stickerOther')} <Plate value={stickerOf.plate} />
          </p>
        </Notice>
      )}
      {before && (
        <p>
          {t('revises')} {reasons.find(({ code }) => code === before.reason)?.label[locale]}{' '}
          <span className="whitespace-pre-line">{before.note}</span>
        </p>
      )}
    </Part>
  )
}
