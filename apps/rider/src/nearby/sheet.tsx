import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'

/** Where the sheet rests: at its first rows, in the middle, and as the whole page. A little less counts as there. */
const NEAR_PX = 24
const restsOf = (fullPx: number) => [0, fullPx / 2, fullPx]
const nextRest = (atPx: number, fullPx: number) => restsOf(fullPx).find((rest) => rest > atPx + NEAR_PX) ?? 0

/** How far the page scrolls until the sheet covers the map. */
const fullPx = () => {
  const sheetPx = document.querySelector<HTMLElement>('[data-sheet]')?.offsetTop ?? 0
  return Math.min(sheetPx, document.documentElement.scrollHeight - window.innerHeight)
}
const goTo = (top: number) => window.scrollTo({ top, behavior: 'smooth' })

/**
 * The handle of a phone's sheet, and a button with `label` beside `children`, the sheet's title. The sheet is the page
 * itself: a finger, the wheel and the keyboard scroll it over the map, before any script, and it settles at its rests.
 */
export function SheetHead({
  label,
  isSheet = true,
  children,
}: {
  label?: string | undefined
  isSheet?: boolean
  children: ReactNode
}) {
  const t = useTranslations('nearby')
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const scrolled = () => setIsFull(window.scrollY > NEAR_PX && nextRest(window.scrollY, fullPx()) === 0)
    scrolled()
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => window.removeEventListener('scroll', scrolled)
  }, [])
  return (
    <>
      {isSheet && (
        <button
          type="button"
          data-needs-script
          aria-label={t(isFull ? 'moreMap' : 'moreList')}
          onClick={() => goTo(nextRest(window.scrollY, fullPx()))}
          className="relative z-1 mx-auto -mb-5 grid h-touch w-20 cursor-grab place-items-center pb-5 split:hidden"
        >
          <span className="h-1 w-10 rounded-full bg-edge" />
        </button>
      )}
      <header className="flex min-h-touch items-center justify-between gap-3">
        {children}
        {label !== undefined && (
          <button
            type="button"
            onClick={() => goTo(isFull ? 0 : fullPx())}
            className="inline-flex min-h-touch min-w-touch shrink-0 items-center justify-end gap-1 font-semibold text-link split:hidden"
          >
            <span className="@max-3xs:sr-only">{label}</span>
            <Icon as={isFull ? ChevronDown : ChevronUp} />
          </button>
        )}
      </header>
    </>
  )
}

/** Where the page's scrolling settles: at the rests of the sheet. `scroll-padding` is of the styles of all apps. */
export const SheetRests = () => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 split:hidden">
    {['80px', 'calc(var(--rest)/2 + 80px)', 'calc(var(--rest) + 80px)'].map((top) => (
      <span key={top} className="absolute h-px snap-start" style={{ top }} />
    ))}
  </div>
)
