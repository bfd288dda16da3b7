import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Key, KeyFacts, KeyState } from './key-facts'

/** The keys that somebody made, those that work first. */
export function KeyList({ keys }: { keys: Key[] }) {
  const t = useTranslations('keys')
  if (keys.length === 0)
    return (
      <EmptyState icon={<Icon as={KeyRound} />} title={t('none')}>
        {t('noneWords')}
      </EmptyState>
    )
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-xl font-bold">{t('existing')}</h2>
      <ul className="border-t-2 border-line">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-1 border-b-2 border-line py-4">
            <div className="flex flex-wrap items-baseline gap-x-4">
              <h3 className="text-lg font-bold break-words">{key.name}</h3>
              <KeyState state={key.state} />
            </div>
            <KeyFacts apiKey={key} />
            <Link
              href={`/keys/${key.id}`}
              aria-label={`${t('details')}: ${key.name}`}
              className="inline-flex min-h-touch items-center self-start font-semibold text-link underline"
            >
              {t('details')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
