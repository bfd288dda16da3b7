'use client'

import { useTranslations } from 'next-intl'
import type { differencesOf } from './facts/index.ts'

/** What was seen and what is now, line by line. */
export function DifferenceTable({
  title,
  differences,
}: {
  title: string
  differences: ReturnType<typeof differencesOf>
}) {
  const t = useTranslations('review')
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col" className="pr-4 font-semibold">
            {t('changedWhat')}
          </th>
          <th scope="col" className="pr-4 font-semibold">
            {t('changedWas')}
          </th>
          <th scope="col" className="font-semibold">
            {t('changedIs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ key, label, was, is }) => (
          <tr key={key} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-4 font-semibold">
              {label}
            </th>
            <td className="py-1 pr-4">{was === null ? t('none') : <del>{was}</del>}</td>
            <td className="py-1">{is === null ? t('none') : <ins>{is}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
