import { HELPLINES } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Phone } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** The helplines. All are free. */
export function Support() {
  const t = useTranslations('report.support')
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-y-2 border-line py-4">
      <p className="text-lg font-bold">{t('title')}</p>
      <p className="max-w-prose text-soft">{t('words')}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {HELPLINES.map((line) => (
          <li key={line}>
            <a
              href={`tel:${line}`}
              className="flex min-h-touch items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-2 leading-tight hover:border-ink"
            >
              <Icon as={Phone} />
              <span>
                <strong className="text-lg">{line}</strong> {t(line)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One helpline, small enough to stay beside the quick exit while the others are out of view. */
export function SupportLine({ line }: { line: (typeof HELPLINES)[number] }) {
  const t = useTranslations('report.support')
  return (
    <a
      href={`tel:${line}`}
      className="inline-flex min-h-touch min-w-touch items-center gap-2 font-bold text-link underline decoration-2 underline-offset-4"
    >
      <Icon as={Phone} />
      {line} <span className="sr-only md:not-sr-only">{t(line)}</span>
    </a>
  )
}
