import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'

/** The link to an entry's page. */
export function OpenEntry({ id, plate }: { id: string; plate: string }) {
  const t = useTranslations('fieldState')
  return (
    <Link href={`/entry?id=${id}`} className="ms-auto touch-link font-semibold">
      {t('openEntry')}
      <span className="sr-only"> {plate}</span>
    </Link>
  )
}
