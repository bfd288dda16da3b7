'use client'

import type { listCollectionEntries } from '@salama/domain/collection-entries/contract'
import { tryCall } from '@salama/http/call'
import { isDone } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import { FieldState } from '@/field-state/field-state.tsx'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'

/** All own entries, newest first: of this phone, then the server's. Each opens. */
export const EntriesPage = () => <FieldState>{(fieldState) => <Entries fieldState={fieldState} />}</FieldState>

type Row = { id: string; plate: string; capturedAt: string; state: ServerEntry['state'] | 'waiting' | 'refused' }

function Entries({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('entries')
  const tSync = useTranslations('syncStatus')
  const { moment } = useTimes()
  const { more, older, state } = useOlder(fieldState.account)
  const server = new Map([...(fieldState.server?.entries ?? []), ...older].map((entry) => [entry.id, entry]))
  const here = fieldState.entries.flatMap((each): Row[] => {
    const { content, state, id, reply } = each.item
    if (content.kind !== 'entry' || isDone(each) || server.has(reply?.sentAs ?? id)) return []
    return [
      { id, plate: content.plate, capturedAt: content.capturedAt, state: state === 'refused' ? state : 'waiting' },
    ]
  })
  const there = [...server.values()].map(
    ({ id, vehicle, capturedAt, state }): Row => ({ id, plate: vehicle.plate, capturedAt, state }),
  )
  const rows = [...here, ...there].toSorted((a, b) => b.capturedAt.localeCompare(a.capturedAt))
  const wordsOf = (of: Row['state']) =>
    of === 'waiting' || of === 'refused' ? t(of) : tSync(`server.${of}`).replace(/^[^:]+: */u, '')
  return (
    <div className="flex flex-col gap-4 pb-8">
      {rows.length === 0 && (
        <EmptyState title={t('emptyTitle')} action={<LinkButton href="/collect">{t('record')}</LinkButton>}>
          <p>{t('empty')}</p>
        </EmptyState>
      )}
      <ul className="flex flex-col gap-2 md:grid md:grid-cols-2">
        {rows.map(({ id, plate, capturedAt, state }) => (
          <li key={id}>
            <Link
              href={`/entry?id=${id}`}
              className="flex min-h-16 flex-col justify-center gap-1 rounded-control bg-raised px-3 py-2"
            >
              <span className="flex flex-wrap items-center gap-2">
                <Plate value={plate} />
                <span className="text-soft">{moment(capturedAt)}</span>
              </span>
              <span className="font-semibold first-letter:uppercase">{wordsOf(state)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {state !== 'end' && (
        <div className="flex flex-col items-start gap-1">
          <Button busy={state === 'asking'} onClick={more}>
            {t('older')}
          </Button>
          <p role="status" className={state === 'failed' ? 'font-semibold text-warn' : 'sr-only'}>
            {state === 'failed' && t('failed')}
          </p>
        </div>
      )}
    </div>
  )
}

const PAGE = 50

/** Entries of earlier shifts, page by page; they need a connection. */
function useOlder(account: string) {
  const [older, setOlder] = useState<ServerEntry[]>([])
  const [cursor, setCursor] = useState<string>()
  const [state, setState] = useState<'idle' | 'asking' | 'failed' | 'end'>('idle')
  const more = async () => {
    setState('asking')
    const result = await tryCall<typeof listCollectionEntries>('GET /api/collection-entries', {
      query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
      account,
    })
    if (!result.ok) return setState('failed')
    const { data, page } = result.reply
    setOlder((before) => [...before, ...data])
    setCursor(page.nextCursor ?? undefined)
    setState(page.nextCursor === null ? 'end' : 'idle')
  }
  return { older, more, state }
}
