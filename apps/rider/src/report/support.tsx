import { CITY, telOf } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Phone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'

/** The helplines of the city. */
export function Support() {
  const t = useTranslations('report.support')
  const locale = useLocale()
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-y border-line py-4">
      <p className="font-semibold">{t('title')}</p>
      <p className="max-w-prose text-soft">{t('words')}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {CITY.helplines.map(({ number, for: about }) => (
          <li key={number}>
            <a
              href={telOf(number)}
              className="flex min-h-touch items-center gap-3 rounded-control bg-raised px-3 py-2 leading-tight"
            >
              <Icon as={Phone} />
              <span>
                <strong dir="ltr">{number}</strong> {about[locale]}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One helpline, small enough to stay beside the quick exit while the others are out of view. */
export function SupportLine({ line: { number, for: about } }: { line: (typeof CITY.helplines)[number] }) {
  const locale = useLocale()
  return (
    <a href={telOf(number)} className="touch-link min-w-touch gap-2 font-semibold decoration-2 underline-offset-4">
      <Icon as={Phone} />
      <bdi dir="ltr">{number}</bdi> <span className="sr-only md:not-sr-only">{about[locale]}</span>
    </a>
  )
}
