import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** `done` and `news` close after a while; `warn` stays until it is dismissed. */
type Tone = 'done' | 'news' | 'warn'
/** A link to a page for a follow-up action. */
type Way = { label: string; href: string }
type ToastItem = { id: number; tone: Tone; words: string; way?: Way | undefined }
type ShowToast = (tone: Tone, words: string, way?: Way) => void

const LOOKS = {
  done: { icon: CircleCheck, look: 'bg-ok-wash', ink: 'text-ok' },
  news: { icon: Info, look: 'bg-raised', ink: 'text-ink' },
  warn: { icon: TriangleAlert, look: 'bg-warn-wash', ink: 'text-warn' },
} as const

const STAYS_MS = 8_000
/** A toast with a link stays longer. */
const STAYS_WITH_WAY_MS = 20_000
/** The maximum number of toasts; the oldest one is removed. */
const MAX_TOASTS = 3

const ToastContext = createContext<ShowToast>(() => undefined)

/** `const showToast = useToast(); showToast('done', t('saved'))`: for results only, never for pending requests. */
export const useToast = () => useContext(ToastContext)

/** After a change: shows its toast, and refreshes the page or goes to another one. */
export function useDone() {
  const showToast = useToast()
  const router = useRouter()
  return (words: string, goTo?: string) => {
    showToast('done', words)
    if (goTo) router.push(goTo)
    else router.refresh()
  }
}

/** On a wide screen in lines of their own at its lower end, which cover nothing. Always rendered, so that toasts are announced without a change of focus (Base UI's: a dialog, its button hidden). */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastItem[]>([])
  const count = useRef(0)
  const showToast = useCallback<ShowToast>((tone, words, way) => {
    count.current += 1
    const next = { id: count.current, tone, words, way }
    setToasts((old) => [...old.filter((each) => each.words !== words), next].slice(-MAX_TOASTS))
  }, [])
  const close = useCallback((id: number) => setToasts((old) => old.filter((each) => each.id !== id)), [])
  return (
    <ToastContext value={showToast}>
      {children}
      <div
        role="status"
        data-toasts
        className="fixed inset-x-2 bottom-[calc(0.5rem+var(--bottom-bar,0px))] z-40 flex flex-col gap-2 lg:inset-x-0 lg:bottom-0 lg:gap-0"
      >
        {toasts.map((each) => (
          <Toast key={each.id} {...each} onClose={close} />
        ))}
      </div>
    </ToastContext>
  )
}

function Toast({ id, tone, words, way, onClose }: ToastItem & { onClose: (id: number) => void }) {
  const t = useTranslations('common')
  const [isHeld, setIsHeld] = useState(false)
  const { icon, look, ink } = LOOKS[tone]
  useEffect(() => {
    if (tone === 'warn' || isHeld) return
    const timer = setTimeout(() => onClose(id), way ? STAYS_WITH_WAY_MS : STAYS_MS)
    return () => clearTimeout(timer)
  }, [id, tone, way, isHeld, onClose])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer or focus on it only keeps it there
    <div
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={cx(
        'flex items-start gap-3 rounded-control py-1 ps-3 [box-shadow:var(--shadow-over)] lg:h-12 lg:items-center lg:rounded-none lg:border-t lg:border-line lg:px-6 lg:py-0 lg:shadow-none',
        look,
      )}
    >
      <Icon as={icon} className={cx('mt-2.5 lg:mt-0', ink)} />
      <p className="min-w-0 flex-1 py-2 lg:line-clamp-2">{words}</p>
      {way && (
        <Link
          href={way.href}
          prefetch={false}
          onClick={() => onClose(id)}
          className="touch-link font-semibold underline-offset-4"
        >
          {way.label}
        </Link>
      )}
      <IconButton as={X} label={t('close')} onClick={() => onClose(id)} />
    </div>
  )
}
