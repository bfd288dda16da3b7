import { deviceStore } from '@salama/http/device-storage'
import { cx } from '@salama/ui/components/cx.ts'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

const KEY = 'review-list-percent'
const [LEAST, USUAL, MOST, STEP] = [35, 57, 70, 2]

const inBounds = (percent: number) => Math.round(Math.min(MOST, Math.max(LEAST, percent)))

/** The line between list and entry: dragged, or moved by the arrow keys; a double click sets it back. Kept on this device. */
export function PaneDivider({ onWidth }: { onWidth: (percent: number) => void }) {
  const t = useTranslations('review')
  const [percent, setPercent] = useState(USUAL)
  const [isHeld, setIsHeld] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const show = (wanted: number) => {
    const next = inBounds(wanted)
    setPercent(next)
    onWidth(next)
    return next
  }
  const keep = (wanted: number) => deviceStore.setItem(KEY, String(show(wanted)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the page is painted
  useLayoutEffect(() => {
    show(Number(deviceStore.getItem(KEY)) || USUAL)
  }, [])
  const at = ({ clientX }: PointerEvent) => {
    const box = line.current?.parentElement?.getBoundingClientRect()
    return box ? ((clientX - box.left) / box.width) * 100 : percent
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    keep(percent + by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      ref={line}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resize')}
      aria-valuenow={percent}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={() => keep(USUAL)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsHeld(true)
      }}
      onPointerMove={(event) => isHeld && show(at(event))}
      onPointerUp={(event) => {
        setIsHeld(false)
        keep(at(event))
      }}
      className={cx(
        'sticky top-[calc(var(--bar)+2.75rem)] hidden h-[calc(100dvh-var(--bar)-2.75rem-var(--foot,0px))] w-2 cursor-col-resize touch-none border-s border-line hover:bg-fill min-[1100px]:block',
        isHeld && 'bg-fill',
      )}
    />
  )
}
