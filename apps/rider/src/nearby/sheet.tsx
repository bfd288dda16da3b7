import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown, ChevronUp, List, type LucideIcon, Map as MapIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type PointerEvent, type RefObject, useRef } from 'react'
import type { View } from './query.ts'

/** From the smallest list to the largest. */
const VIEWS = ['map', 'both', 'list'] as const
const MIN_DRAG_PX = 40

const step = (view: View, by: 1 | -1) => VIEWS[VIEWS.indexOf(view) + by]

type Props = { view: View; onChange: (view: View) => void }

/** The grip on the list's upper edge on a phone: dragging moves the map's (`--drag` on `page`), as the buttons do. */
export function SheetGrip({ view, onChange, page }: Props & { page: RefObject<HTMLDivElement | null> }) {
  const from = useRef<number>(null)
  const drag = (event: PointerEvent) => {
    if (from.current === null) return
    page.current?.style.setProperty('--drag', `${event.clientY - from.current}px`)
  }
  const drop = (event: PointerEvent) => {
    if (from.current === null) return
    const by = event.type === 'pointerup' ? event.clientY - from.current : 0
    from.current = null
    page.current?.style.removeProperty('--drag')
    const next = Math.abs(by) < MIN_DRAG_PX ? undefined : step(view, by > 0 ? -1 : 1)
    if (next) onChange(next)
  }
  return (
    <div
      aria-hidden="true"
      className="flex h-7 cursor-grab touch-none items-center justify-center split:hidden"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = event.clientY
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span className="h-1.5 w-[3rem] rounded-full bg-edge" />
    </div>
  )
}

/** More of the list or of the map. Beside a wide list the map is either there or not. */
export function ViewButtons({ view, onChange }: Props) {
  const t = useTranslations('nearby')
  const [up, down] = [step(view, 1), step(view, -1)]
  const isWithMap = view !== 'list'
  return (
    <div className="flex shrink-0 gap-1">
      <div className="contents split:hidden">
        {down && <ViewButton label={t('moreMap')} icon={ChevronDown} onClick={() => onChange(down)} />}
        {up && <ViewButton label={t('moreList')} icon={ChevronUp} onClick={() => onChange(up)} />}
      </div>
      <div className="hidden split:contents">
        <ViewButton
          label={t(isWithMap ? 'hideMap' : 'showMap')}
          icon={isWithMap ? List : MapIcon}
          onClick={() => onChange(isWithMap ? 'list' : 'both')}
        />
      </div>
    </div>
  )
}

function ViewButton({ label, icon, onClick }: { label: string; icon: LucideIcon; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control bg-raised"
    >
      <Icon as={icon} />
    </button>
  )
}
