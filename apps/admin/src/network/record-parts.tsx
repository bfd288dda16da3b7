import { Notice } from '@salama/ui/components/notice.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { Part } from '@/lists/facts.tsx'

export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className="inline-flex min-h-touch items-center text-link underline" />
}

export function RetiredNotice({ at, children }: { at: string | null; children: ReactNode }) {
  const t = useTranslations('networkMap')
  const { day } = useTimes()
  if (at === null) return null
  return (
    <Notice title={t('retiredSince', { day: day(at) })}>
      <p>{children}</p>
    </Notice>
  )
}

/** A section with a list, or the word for none. */
export function ListPart<T extends { id: string }>({
  title,
  lead,
  rows,
  children,
}: {
  title: string
  lead?: string
  rows: readonly T[]
  children: (row: T) => ReactNode
}) {
  const t = useTranslations('networkMap')
  return (
    <Part title={title} lead={lead}>
      {rows.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </Part>
  )
}

type AssignmentTitle = { id: string; title: string; titleSw: string | null }

export function AssignmentList({ title, rows }: { title: string; rows: readonly AssignmentTitle[] }) {
  const locale = useLocale()
  return (
    <ListPart title={title} rows={rows}>
      {(row) => (
        <TextLink href={`/assignments/${row.id}`}>{locale === 'sw' ? (row.titleSw ?? row.title) : row.title}</TextLink>
      )}
    </ListPart>
  )
}
