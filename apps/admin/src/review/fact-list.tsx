import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type Fact, subjectFacts, useFormatters } from './facts.ts'
import { SubjectPhotos } from './photos.tsx'

/** Facts as a description list, without user text. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] content-start gap-x-4 border-y border-line">
      {facts
        .filter(({ isText }) => !isText)
        .map((each) => (
          <FactRow key={each.key} fact={each} />
        ))}
    </dl>
  )
}

const PLATES = ['plate', 'vehicle']

/** One fact. A corrected one shows the original beside the current value. */
function FactRow({ fact: { key, label, value, was, vehicleId } }: { fact: Fact }) {
  const t = useTranslations('review')
  const [plate = '', ...rest] = value.split(' · ')
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5 last:border-0">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-words">
        {was !== undefined && (
          <>
            <span className="text-sm text-soft">{t('saidFirst')} </span>
            <del>{was}</del>{' '}
            <span aria-hidden className="inline-block rtl:-scale-x-100">
              →
            </span>{' '}
          </>
        )}
        {PLATES.includes(key) && value !== t('none') ? (
          <>
            <VehicleLink id={vehicleId} plate={plate} /> {rest.join(' · ')}
          </>
        ) : was === undefined ? (
          value
        ) : (
          <ins>{value}</ins>
        )}
      </dd>
    </div>
  )
}

/** A plate that leads to everything about its vehicle, where that is known. */
export const VehicleLink = ({ id, plate }: { id: string | null | undefined; plate: string }) =>
  id ? (
    <Link href={`/vehicles/${id}`} prefetch={false} className="touch-link">
      <Plate value={plate} />
    </Link>
  ) : (
    <Plate value={plate} />
  )

/** The content of a subject: user text first and large, then the facts, then the photos. */
export function SubjectFacts({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const facts = subjectFacts(entry, useFormatters())
  return (
    <section aria-labelledby="facts" className="flex flex-col gap-4">
      <h2 id="facts" className="font-semibold">
        {t(`saidTitle.${entry.kind}`)}
      </h2>
      {facts
        .filter(({ isText }) => isText)
        .map(({ key, label, value, was }) => (
          <figure key={key} className="border-s-4 border-edge ps-4">
            <figcaption className="text-sm text-soft">{label}</figcaption>
            <blockquote className="max-w-prose break-words whitespace-pre-line">{value}</blockquote>
            {was !== undefined && (
              <details>
                <summary className="min-h-touch content-center text-soft">{t('saidFirst')}</summary>
                <del className="break-words whitespace-pre-line">{was}</del>
              </details>
            )}
          </figure>
        ))}
      <FactList facts={facts} />
      <SubjectPhotos subject={entry.subject} />
    </section>
  )
}
