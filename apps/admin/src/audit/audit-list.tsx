import type { AuditEvent } from '@salama/domain/admin/audit-contract'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { Moment, nameOf, shortId } from '@/lists/facts.tsx'
import { hasPage, recordPath } from '@/lists/record-path.ts'
import { labelIn } from '@/parts/label-in.ts'
import { DETAILS, sentenceKey } from './action-key.ts'

/** The audit log, newest first, as sentences: when, who did what to what, and why. */
export async function AuditList({
  events,
  caption,
  empty,
}: {
  events: readonly AuditEvent[]
  caption: string
  empty: string
}) {
  if (events.length === 0) return <EmptyState title={empty} />
  return (
    <ol aria-label={caption} className="max-w-5xl border-t border-line">
      {events.map((event) => (
        <li key={event.id} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <span className="text-sm text-soft">
            <Moment at={event.at} />
          </span>
          <p className="min-w-0 wrap-break-word">
            <Sentence {...event} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Who did what to what, and why; an unknown action is shown as its code. */
async function Sentence(event: AuditEvent) {
  const [t, locale] = await Promise.all([getTranslations('audit'), getLocale()])
  const { actor, action, reason, reasonLabel, subjectKind, detail } = event
  const key = `sentences.${sentenceKey(action)}` as 'sentences.vehicle_edited' // checked with `has` before use
  const thing = `things.${detail.kind ?? subjectKind}` as 'things.report' // checked with `has` before use
  const who = <strong>{actor ? nameOf(actor) : t('operator')}</strong>
  const why = labelIn(reasonLabel, locale) ?? reason
  return (
    <>
      {t.has(key) ? (
        t.rich(key, {
          who: () => who,
          what: () => <Subject {...event} />,
          thing: t.has(thing) ? t(thing) : '',
          size: Number(detail.size ?? 0),
        })
      ) : (
        <>
          {who} {action}
          <Subject {...event} />
        </>
      )}
      {why && <span className="text-soft"> {t('quoted', { reason: why })}</span>}
      <Detail of={detail} isTold={subjectKind === 'review_entry'} />
    </>
  )
}

/** What it is about in words; its id where the subject has none. */
async function Subject({ subjectKind, subjectId, about }: Pick<AuditEvent, 'subjectKind' | 'subjectId' | 'about'>) {
  const [t, categories] = await Promise.all([getTranslations('audit.files'), getTranslations('categories')])
  const { category, plate, placeName, name } = about
  const file = subjectId as 'audit_log' // checked with `has` before use
  const named = [category && categories(category), plate, placeName, name].filter(Boolean).join(', ')
  const known = named || (subjectKind === 'export' && t.has(file) && t(file))
  if (!known && !UUID.test(subjectId)) return null
  const words = known || displayId(subjectId)
  return (
    <>
      {': '}
      {hasPage(subjectKind) ? (
        <Link href={recordPath(subjectKind, subjectId)} className="text-link underline">
          {words}
        </Link>
      ) : (
        words
      )}
    </>
  )
}

/** Details with codes as values, and the message keys of those codes. */
const CODES: Record<string, readonly string[]> = {
  kind: ['review.kind', 'assignments.kinds'],
  roles: ['users.roles'],
  before: ['users.roles'],
  after: ['users.roles'],
  decision: ['review.moved'],
  measure: ['authors.acts'],
}

/** The details that the sentence tells already; of a review entry also its kind. */
const TOLD = new Set(['size', 'members'])
const TOLD_OF_ENTRY = new Set(['kind', 'subjectId'])

/** The details of a change as text; unknown names are shown as they are. */
async function Detail({ of, isTold }: { of: AuditEvent['detail']; isTold: boolean }) {
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
  const names = [...new Set([...DETAILS, ...Object.keys(of)])].filter(
    (name) => name in of && !TOLD.has(name) && !(isTold && TOLD_OF_ENTRY.has(name)),
  )
  if (names.length === 0) return null
  return (
    <span className="block text-sm text-soft">
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
