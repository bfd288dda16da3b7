import { getTranslations } from 'next-intl/server'
import { Link } from '../i18n/navigation.ts'

/** Links to the next page of a list, and back to the first. */
export async function Pager({
  path,
  query,
  next,
}: {
  path: `/${string}`
  query: Record<string, unknown> & { cursor?: string | undefined; limit?: number | undefined }
  next: string | null
}) {
  const t = await getTranslations('pager')
  const { cursor, limit: _, ...filters } = query
  const kept = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  if (cursor === undefined && next === null) return null
  const look = 'touch-link font-semibold'
  return (
    <nav aria-label={t('label')} className="flex gap-4">
      {cursor !== undefined && (
        <Link href={{ pathname: path, query: kept }} className={look}>
          {t('first')}
        </Link>
      )}
      {next !== null && (
        <Link href={{ pathname: path, query: { ...kept, cursor: next } }} className={look}>
          {t('next')}
        </Link>
      )}
    </nav>
  )
}
