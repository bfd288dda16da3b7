import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { differencesOf, useAllFacts } from './facts.ts'
import type { Entry } from './use-entry.ts'

/** The changes since the reviewer opened the entry: the decision then refers to the newer version. Input stays. */
export function Difference({ entry: { shown, now, seen } }: { entry: Entry }) {
  const t = useTranslations('review')
  const facts = useAllFacts()
  const differences = differencesOf(facts(shown), facts(now))
  return (
    <Notice tone="warn" announce="assertive" title={t('changedTitle')}>
      <p>{t('changedWords')}</p>
      {differences.length === 0 ? (
        <p>{t('changedNothing')}</p>
      ) : (
        <DifferenceTable title={t('changedTitle')} differences={differences} />
      )}
      <Button onClick={seen}>{t('changedSeen')}</Button>
    </Notice>
  )
}

/** The values shown and the current ones, line by line. */
export function DifferenceTable({
  title,
  differences,
}: {
  title: string
  differences: ReturnType<typeof differencesOf>
}) {
  const t = useTranslations('review')
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-sm whitespace-nowrap text-soft">
          <th scope="col" className="pe-4 font-semibold">
            {t('changedWhat')}
          </th>
          <th scope="col" className="pe-4 font-semibold">
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
            <th scope="row" className="py-1 pe-4 font-semibold wrap-break-word">
              {label}
            </th>
            <td className="py-1 pe-4">{was === null ? t('none') : <del>{was}</del>}</td>
            <td className="py-1">{is === null ? t('none') : <ins>{is}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
