import type { searchConsole } from '@salama/domain/admin/contract'
import type { listReviewQueue } from '@salama/domain/reviews/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { CATEGORY_CODES, searched } from '@salama/domain/shared'
import { call } from '@salama/http/call'
import { ComboboxField } from '@salama/ui/components/combobox.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useMemo, useRef, useState } from 'react'
import { recordPath } from '@/lists/record-path.ts'
import { NAV_ITEMS } from '@/shell/nav-items.ts'
import { type Command, readCommands } from './commands.ts'

type Found = ReplyOf<typeof searchConsole>['data'][number]
type Open = ReplyOf<typeof listReviewQueue>['data'][number]
type Option = { id: string; name: string; line: string; run: () => void }

/** What is named so, and the open entries that say so. Both are noted by the server, not for what was searched. */
async function find(q: string, signal: AbortSignal): Promise<{ named: Found[]; open: Open[] }> {
  const [named, open] = await Promise.all([
    call<typeof searchConsole>('GET /api/search', { query: { q }, signal }),
    q.length < 2 || q.length > 80
      ? null
      : call<typeof listReviewQueue>('GET /api/review-queue', { query: { q, limit: 5 }, signal }),
  ])
  return { named: named.data, open: open?.data ?? [] }
}

const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The palette: finds everything by id, plate, name, e-mail or a word of an open report, and does what the page can do
 * with what is open or selected. Nothing is decided here: a decision opens its form, several have their preview.
 */
export function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('globalSearch')
  const [text, setText] = useState('')
  const q = searched(text)
  const { found, failure, isCurrent } = useDebouncedSearch(q, find, { debounceMs: 120 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page offers is read whenever the palette opens
  const commands = useMemo(readCommands, [open])
  const optionsOf = useOptions(commands)
  const options = optionsOf(text.trim(), q !== '' && failure === null ? found?.result : undefined)
  // Run once the sheet is gone and has given the focus back, which a form then takes.
  const chosen = useRef<(() => void) | null>(null)
  const choose = (option: Option | null) => {
    if (!option) return
    chosen.current = option.run
    setText('')
    onClose()
  }
  const runChosen = () => {
    chosen.current?.()
    chosen.current = null
  }
  return (
    <Sheet title={t('title')} open={open} onClose={onClose} onClosed={runChosen}>
      <ComboboxField
        label={t('label')}
        hint={t('hint')}
        options={options}
        onChoose={choose}
        text={text}
        // The list closes while nothing fits, which would clear what was typed.
        onText={(next, reason) => (reason === 'input-change' || reason === 'clear-press') && setText(next)}
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

/** Without a text what the page can do; else commands and names that begin so, open entries that say so, and the rest. */
function useOptions(commands: readonly Command[]) {
  const t = useTranslations('globalSearch')
  const place = useTranslations('console.place')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  const router = useRouter()
  const go = (path: `/${string}`) => () => router.push(path)
  const isNamed = (code: string): code is Parameters<typeof category>[0] => category.has(code as never)
  const categoryOf = (code: string | null) => (code && isNamed(code) ? category(code) : null)

  const ofCommand = ({ id, name, key, run }: Command): Option => ({
    id,
    name,
    line: key ? t('commandKey', { key }) : t('command'),
    run,
  })
  const ofNamed = (each: Found): Option => ({
    id: `${each.kind} ${each.id}`,
    name: (each.kind === 'incident' && categoryOf(each.title)) || each.title || each.id,
    line: [
      t(`kinds.${each.kind}`),
      each.subtitle,
      each.at && moment(each.at),
      each.state === 'mentioned' && t('mentioned'),
    ]
      .filter(Boolean)
      .join(' · '),
    run: go(recordPath(each.kind, each.id)),
  })
  const ofOpen = ({ id, kind, about, dueAt }: Open): Option => ({
    id: `review ${id}`,
    name: [categoryOf(about?.category ?? null) ?? about?.plate, about?.excerpt].filter(Boolean).join(': ') || id,
    line: [t(`openKinds.${kind}`), about?.placeName, t('due', { time: moment(dueAt) })].filter(Boolean).join(' · '),
    run: go(recordPath('review_entry', id)),
  })
  const pages = (): Option[] => [
    ...NAV_ITEMS.map(({ name, href }) => ({ id: href, name: place(name), line: t('page'), run: go(href) })),
    ...CATEGORY_CODES.map((code) => ({
      id: code,
      name: category(code),
      line: t('onlyCategory'),
      run: go(`/review?category=${code}`),
    })),
  ]
  return (text: string, found?: { named: Found[]; open: Open[] }): Option[] => {
    const acts = commands.map(ofCommand)
    const key = keyOf(text)
    if (key === '') return acts
    const fits = ({ name }: Option) => keyOf(name).includes(key)
    const named = (found?.named ?? []).map(ofNamed)
    const [first, rest] = [named.filter(fits), named.filter((each) => !fits(each))]
    const all = [...acts.filter(fits), ...first, ...(found?.open ?? []).map(ofOpen), ...pages().filter(fits), ...rest]
    const filter: Option = {
      id: 'filter',
      name: t('filter', { q: text }),
      line: t('inQueue'),
      run: go(`/review?q=${encodeURIComponent(text)}`),
    }
    return text.length < 2 || text.length > 80 || !found ? all : [...all, filter]
  }
}
