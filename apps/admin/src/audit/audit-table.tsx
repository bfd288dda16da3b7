import type { AuditEvent } from '@salama/domain/admin/contract'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import { Moment, nameOf } from '@/office/words.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { actionKey } from './action-key.ts'

/** What has a page of its own in the console, by the kind that the log calls it. */
const PAGES: Record<string, (id: string) => `/${string}`> = {
  user: (id) => `/users/${id}`,
  vehicle: (id) => `/vehicles/${id}`,
  sacco: (id) => `/saccos/${id}`,
  assignment: (id) => `/assignments/${id}`,
  review_entry: (id) => `/review/${id}`,
  incident: (id) => `/review/incidents/${id}`,
  gtfs_import: (id) => `/network/${id}`,
}

/** Acts of people with power, newest first: who, what, to what, why. */
export async function AuditTable({
  events,
  caption,
  empty,
}: {
  events: readonly AuditEvent[]
  caption: string
  empty: string
}) {
  const t = await getTranslations('audit')
  return (
    <DataTable
      caption={caption}
      rows={events}
      keyOf={({ id }) => id}
      empty={<EmptyState title={empty} />}
      columns={[
        { key: 'at', label: t('at'), cell: ({ at }) => <Moment at={at} /> },
        { key: 'actor', label: t('actor'), cell: ({ actor }) => (actor ? nameOf(actor) : t('operator')) },
        { key: 'action', label: t('action'), isName: true, cell: ({ action }) => <Act action={action} /> },
        { key: 'subject', label: t('subject'), cell: (event) => <Subject {...event} /> },
        {
          key: 'reason',
          label: t('reason'),
          cell: ({ reason }) => reason && <span className="line-clamp-3">{reason}</span>,
        },
        { key: 'detail', label: t('detail'), cell: ({ detail }) => <Detail of={detail} /> },
      ]}
    />
  )
}

/** An action in words; one that this page has no words for yet as it is written down. */
async function Act({ action }: Pick<AuditEvent, 'action'>) {
  const t = await getTranslations()
  const key = actionKey(action) as 'audit.actions.user_roles_changed' // asked for with `has` first
  return t.has(key) ? t(key) : action
}

function Subject({ subjectKind, subjectId }: Pick<AuditEvent, 'subjectKind' | 'subjectId'>) {
  const page = PAGES[subjectKind]
  const words = `${subjectKind} ${subjectId.slice(0, 8)}`
  if (!page) return <code className="text-sm">{words}</code>
  return (
    <Link href={page(subjectId)} className="text-sm text-link underline">
      {words}
    </Link>
  )
}

/** What changed, in the log's own names: it is for whoever wants to know exactly. */
function Detail({ of }: { of: AuditEvent['detail'] }) {
  const entries = Object.entries(of)
  if (entries.length === 0) return null
  return (
    <span className="block max-w-80 text-sm break-words text-soft">
      {entries
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(' · ')}
    </span>
  )
}
