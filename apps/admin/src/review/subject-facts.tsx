'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { useTranslations } from 'next-intl'
import { FactList } from './fact-list.tsx'
import { subjectFacts, useSay } from './facts/index.ts'
import { SubjectPhotos } from './photos.tsx'

/** What the subject says: what somebody wrote first and large, then the rest as a list, then the photos. */
export function SubjectFacts({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const facts = subjectFacts(entry, useSay())
  return (
    <section aria-labelledby="said" className="flex flex-col gap-4">
      <h2 id="said" className="text-xl font-bold">
        {t(`saidTitle.${entry.kind}`)}
      </h2>
      {facts
        .filter(({ isText }) => isText)
        .map(({ key, label, value }) => (
          <figure key={key} className="border-l-4 border-edge pl-4">
            <figcaption className="text-sm text-soft">{label}</figcaption>
            <blockquote className="max-w-prose text-lg break-words whitespace-pre-line">{value}</blockquote>
          </figure>
        ))}
      <FactList facts={facts} />
      <SubjectPhotos subject={entry.subject} />
    </section>
  )
}
