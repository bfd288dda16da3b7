import { Icon } from '@salama/ui/components/icon.tsx'
import { Phone } from 'lucide-react'
import { useTranslations } from 'next-intl'

const LINES = ['1195', '116', '999', '112'] as const

/** Whom to call: Kenya's lines for gender violence and children, and the emergency numbers. All free of charge. */
export function Support() {
  const t = useTranslations('report.support')
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-y-2 border-line py-4">
      <p className="text-lg font-bold">{t('title')}</p>
      <p className="max-w-prose text-soft">{t('words')}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {LINES.map((line) => (
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
