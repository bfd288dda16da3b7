import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { placeName, type Question } from './answers.ts'

type Props = {
  question: Question
  /** The keys of the options in the order that the person gave them. */
  order: readonly string[]
  onOrder: (order: string[]) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The lines of an order question: moved by dragging, with the arrow keys, or with the buttons of each line. */
export function OrderField({ question, order, onOrder }: Props) {
  const t = useTranslations('quiz')
  const list = useRef<HTMLOListElement>(null)
  const refocus = useRef(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const textOf = (key: string) => question.options.find((option) => option.key === key)?.text ?? ''

  function move(key: string, to: number) {
    const from = order.indexOf(key)
    if (to < 0 || to >= order.length || to === from) return
    setMoved(key)
    onOrder(order.filter((each) => each !== key).toSpliced(to, 0, key))
  }
  function moveByKey(event: KeyboardEvent, key: string) {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    refocus.current = true
    move(key, order.indexOf(key) + step)
  }
  // A line that moves in the document loses focus and pointer: the list receives the pointer, and focus is given back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every move.
  useEffect(() => {
    if (refocus.current) list.current?.querySelector<HTMLElement>(`[data-option="${moved}"] button`)?.focus()
    refocus.current = false
  }, [order])
  function drag(event: PointerEvent) {
    if (dragged === null) return
    // Behind every other line whose middle is above the pointer: lines of different heights would swap back and forth.
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-option]') ?? [])]
      .filter((line) => line.dataset.option !== dragged)
      .map((line) => line.getBoundingClientRect())
    move(dragged, others.filter(({ top, height }) => top + height / 2 < event.clientY).length)
  }
  return (
    <>
      <ol
        ref={list}
        onPointerMove={drag}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
        className="flex flex-col gap-2"
      >
        {order.map((key, index) => (
          <li
            key={key}
            data-option={key}
            className={cx(
              'flex min-h-touch flex-wrap items-center gap-1 rounded-control pe-1',
              dragged === key ? 'chosen' : 'bg-raised',
            )}
          >
            <button
              type="button"
              aria-label={t('move', { text: textOf(key), n: index + 1, of: order.length })}
              onKeyDown={(event) => moveByKey(event, key)}
              onPointerDown={(event) => {
                list.current?.setPointerCapture(event.pointerId)
                setDragged(key)
              }}
              className="flex size-touch shrink-0 cursor-grab touch-none items-center justify-center -outline-offset-3 text-soft"
            >
              <Icon as={GripVertical} />
            </button>
            <span className="min-w-0 flex-1 basis-[6rem] py-2">
              <span className="font-semibold">{index + 1}.</span> {textOf(key)}
            </span>
            {([-1, 1] as const).map((step) => (
              <button
                key={step}
                type="button"
                tabIndex={-1}
                aria-hidden
                disabled={index + step < 0 || index + step >= order.length}
                onClick={() => move(key, index + step)}
                className="flex size-touch shrink-0 items-center justify-center text-link disabled:text-line"
              >
                <Icon as={step < 0 ? ArrowUp : ArrowDown} />
              </button>
            ))}
          </li>
        ))}
      </ol>
      {order.map((key, index) => (
        <input key={key} type="hidden" name={placeName(question.key, key)} value={index + 1} />
      ))}
      <p role="status" className="sr-only">
        {moved !== null && t('moved', { text: textOf(moved), n: order.indexOf(moved) + 1, of: order.length })}
      </p>
    </>
  )
}
