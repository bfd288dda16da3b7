import { deviceStore } from '@salama/http/device-storage'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Bookmark, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { IconButton } from '@/parts/icon-button.tsx'
import { filterQuery, type QueueFilter, readFilter } from './filter.ts'
import { entryPath } from './use-desk-url.ts'

type View = { name: string; query: string }
const [MAX_VIEWS, MAX_NAME] = [20, 40]

function isView(value: unknown): value is View {
  const { name, query } = Object(value)
  return typeof name === 'string' && name !== '' && name.length <= MAX_NAME && typeof query === 'string'
}

const KEY = 'review-views'

function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(deviceStore.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView).slice(0, MAX_VIEWS) : []
  } catch {
    return []
  }
}

/** Without storage the views last until the page is closed. */
const writeViews = (views: View[]) => deviceStore.setItem(KEY, JSON.stringify(views))

/** Filters under a name, saved in this browser. Each is a link, so that it can be shared and bookmarked. */
export function SavedViews({ filter, onChoose }: { filter: QueueFilter; onChoose: (filter: QueueFilter) => void }) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const [views, setViews] = useState<View[]>([])
  const [isNaming, setIsNaming] = useState(false)
  useEffect(() => setViews(readViews()), [])
  const query = filterQuery(filter)
  const change = (next: View[]) => {
    setViews(next)
    writeViews(next)
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') return
    change([...views.filter((each) => each.name !== name), { name, query }].slice(-MAX_VIEWS))
    setIsNaming(false)
  }
  const filterOf = (view: View) => readFilter(Object.fromEntries(new URLSearchParams(view.query)))
  const canSave = query !== '' && !views.some((view) => view.query === query)
  if (views.length === 0 && !canSave) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {views.length > 0 && (
        <ul aria-label={t('views')} className="contents">
          {views.map((view) => (
            <li key={view.name} className="inline-flex items-center">
              <Link
                href={entryPath(null, filterOf(view))}
                prefetch={false}
                aria-current={view.query === query ? 'true' : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return
                  event.preventDefault()
                  onChoose(filterOf(view))
                }}
                className="touch-link gap-1 font-semibold aria-[current]:font-semibold aria-[current]:no-underline"
              >
                <Icon as={Bookmark} />
                {view.name}
              </Link>
              {view.query === query && (
                <IconButton
                  as={Trash2}
                  label={t('viewDelete', { name: view.name })}
                  onClick={() => change(views.filter((each) => each !== view))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canSave && !isNaming && (
        <Button variant="quiet" onClick={() => setIsNaming(true)}>
          {t('viewSave')}
        </Button>
      )}
      {canSave && isNaming && (
        <form onSubmit={save} className="flex flex-wrap items-center gap-2">
          <input
            name="name"
            aria-label={t('viewName')}
            placeholder={t('viewName')}
            maxLength={MAX_NAME}
            // biome-ignore lint/a11y/noAutofocus: the button that opened this form is gone
            autoFocus
            required
            className="min-h-touch w-[11rem] rounded-control border border-edge bg-raised px-2 text-base"
          />
          <Button type="submit">{t('viewSaveName')}</Button>
          <Button variant="quiet" onClick={() => setIsNaming(false)}>
            {common('back')}
          </Button>
        </form>
      )}
    </div>
  )
}
