import { cx } from '../components/cx.ts'

/** A cluster: a square with its count, to distinguish it from an incident. */
export const groupClass = (hasChosen: boolean) =>
  cx(
    'grid size-11 place-items-center rounded-control border-3 border-ink bg-raised text-lg font-bold text-ink shadow-[0_0_0_2px_var(--color-paper)]',
    hasChosen && 'outline-5 outline-offset-2 outline-band',
  )

/** An incident's marker; its sign is inside. */
export const markerClass = (chosen: boolean) =>
  cx(
    'grid size-12 place-items-center rounded-full drop-shadow-[0_1px_2px_rgb(18_38_29/0.35)]',
    chosen && 'relative z-1',
  )
