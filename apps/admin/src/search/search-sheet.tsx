import type { searchConsole } from '@salama/domain/admin/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { searched } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { ComboboxField } from '@salama/ui/components/combobox.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { recordPath } from '@/lists/record-path.ts'

type Found = ReplyOf<typeof searchConsole>['data'][number]
type Option = { id: string; name: string; line: string; found: Found }

const find = async (q: string, signal: AbortSignal): Promise<Found[]> =>
  (await call<typeof searchConsole>('GET /api/search', { query: { q }, signal })).data

/** Searches everything by id, plate, name, e-mail or a word of a report; the choice opens its page. */
export function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('globalSearch')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  const router = useRouter()
  const [text, setText] = useState('')
  const q = searched(text)
  const { found, failure, isCurrent } = useDebouncedSearch(q, find, { debounceMs: 120 })
  const optionOf = (each: Found): Option => {
    const title = each.title ?? ''
    const code = title as Parameters<typeof category>[0] // of an incident
    return {
      id: `${each.kind} ${each.id}`,
      name: each.kind === 'incident' && category.has(code) ? category(code) : title || each.id,
      line: [
        t(`kinds.${each.kind}`),
        each.subtitle,
        each.at && moment(each.at),
        each.state === 'mentioned' && t('mentioned'),
      ]
        .filter(Boolean)
        .join(' · '),
      found: each,
    }
  }
  const options = q !== '' && failure === null ? (found?.result ?? []).map(optionOf) : []
  const choose = (option: Option | null) => {
    if (!option) return
    onClose()
    setText('')
    router.push(recordPath(option.found.kind, option.found.id))
  }
  return (
    <Sheet title={t('title')} open={open} onClose={onClose}>
      <ComboboxField
        label={t('label')}
        hint={t('hint')}
        options={options}
        onChoose={choose}
        text={text}
        onText={(next, reason) => reason !== 'item-press' && reason !== 'none' && setText(next)}
        lineOf={({ line }) => <span className="text-sm text-soft">{line}</span>}
        isBusy={q !== '' && !isCurrent && failure === null}
        clear={t('clear')}
        input={{ enterKeyHint: 'go', maxLength: 100 }}
        status={
          <>
            {failure !== null && t('failed')}
            {q !== '' && failure === null && isCurrent && options.length === 0 && t('none', { q })}
            {options.length > 0 && <span className="sr-only">{t('count', { count: options.length })}</span>}
          </>
        }
      />
    </Sheet>
  )
}
