'use client'

import { Plate } from '@salama/ui/components/plate.tsx'
import { useTranslations } from 'next-intl'
import type { Fact } from './facts/index.ts'

/** Facts as a list; what people wrote is not in it. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] content-start gap-x-6 border-y-2 border-line">
      {facts
        .filter(({ isText }) => !isText)
        .map((each) => (
          <FactRow key={each.key} fact={each} />
        ))}
    </dl>
  )
}

const PLATES = ['plate', 'vehicle']

/** One fact. Where a reviewer corrected it, what was said stands beside what holds. */
function FactRow({ fact: { key, label, value, was } }: { fact: Fact }) {
  const t = useTranslations('review')
  const [plate = '', ...rest] = value.split(' · ')
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5 last:border-0">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-words">
        {was !== undefined && (
          <>
            <span className="text-sm text-soft">{t('saidFirst')} </span>
            <del>{was}</del> <span aria-hidden>→ </span>
          </>
        )}
        {PLATES.includes(key) && value !== t('none') ? (
          <>
            <Plate value={plate} /> {rest.join(' · ')}
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
