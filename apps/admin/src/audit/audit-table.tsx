import type { AuditEvent } from '@salama/domain/admin/audit-contract'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { Moment, nameOf, shortId } from '@/lists/facts.tsx'
import { hasPage, recordPath } from '@/lists/record-path.ts'
import { DataTable } from '@/parts/data-table.tsx'
import { labelIn } from '@/parts/label-in.ts'
import { actionKey, DETAILS } from './action-key.ts'

/** The audit log, newest first: who, what, on what, why. */
export async function AuditTable({
  events,
  caption,
  empty,
}: {
  events: readonly AuditEvent[]
  caption: string
  empty: string
}) {
  const [t, locale] = await Promise.all([getTranslations('audit'), getLocale()])
  return (
    <DataTable
      caption={caption}
      rows={events}
      keyOf={({ id }) => id}
      empty={<EmptyState title={empty} />}
      columns={[
        { label: t('at'), cell: ({ at }) => <Moment at={at} /> },
        { label: t('actor'), cell: ({ actor }) => (actor ? nameOf(actor) : t('operator')) },
        { label: t('action'), isName: true, cell: ({ action }) => <Act action={action} /> },
        { label: t('subject'), cell: (event) => <Subject {...event} /> },
        {
          label: t('reason'),
          cell: ({ reason, reasonLabel }) =>
            reason && <span className="line-clamp-3">{labelIn(reasonLabel, locale) ?? reason}</span>,
        },
        { label: t('detail'), cell: ({ detail }) => <Detail of={detail} /> },
      ]}
    />
  )
}

/** The label of an action; an unknown one is shown as its code. */
async function Act({ action }: Pick<AuditEvent, 'action'>) {
  const t = await getTranslations()
  const key = actionKey(action) as 'audit.actions.user_roles_changed' // checked with `has` before use
  return t.has(key) ? t(key) : action
}

async function Subject({ subjectKind, subjectId }: Pick<AuditEvent, 'subjectKind' | 'subjectId'>) {
  const t = await getTranslations('audit.subjects')
  const kind = subjectKind as 'user' // checked with `has` before use
  const words = `${t.has(kind) ? t(kind) : subjectKind} ${displayId(subjectId)}`
  if (!hasPage(subjectKind)) return <code className="text-sm">{words}</code>
  return (
    <Link href={recordPath(subjectKind, subjectId)} className="text-sm text-link underline">
      {words}
    </Link>
  )
}

/** Details with codes as values, and the message keys of those codes. */
const CODES: Record<string, readonly string[]> = {
  kind: ['review.kind', 'assignments.kinds'],
  roles: ['users.roles'],
  before: ['users.roles'],
  after: ['users.roles'],
}

/** The details of a change as text; unknown names are shown as they are. */
async function Detail({ of }: { of: AuditEvent['detail'] }) {
  const t = await getTranslations()
  const formatValue = (value: unknown, words: readonly string[] = []): string => {
    if (Array.isArray(value)) {
      const first = value.slice(0, MAX_LISTED).map((each) => formatValue(each, words))
      return [...first, ...(value.length > MAX_LISTED ? ['…'] : [])].join(', ') || t('audit.nothing')
    }
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    if (typeof value !== 'string') return JSON.stringify(value)
    const keys = words.map((where) => `${where}.${value}` as 'users.roles.admin') // checked with `has` before
    const known = keys.find((key) => t.has(key))
    return known ? t(known) : displayId(value)
  }
  const names = [...new Set([...DETAILS, ...Object.keys(of)])].filter((name) => name in of)
  if (names.length === 0) return null
  return (
    <span className="block max-w-[20rem] text-sm break-words text-soft">
      {names
        .map((name) => {
          const key = `audit.details.${name}` as 'audit.details.kind' // checked with `has` before use
          return `${t.has(key) ? t(key) : name}: ${formatValue(of[name], CODES[name])}`
        })
        .join(' · ')}
    </span>
  )
}

/** A bulk decision names all of its members. */
const MAX_LISTED = 8

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Shortens an id; other values stay as they are. */
const displayId = (text: string) => (UUID.test(text) ? shortId(text) : text)
