import type { Corroboration } from '@salama/domain/incidents/contract'
import type { z } from 'zod'
import { cx } from '../components/cx.ts'

type Sureness = z.infer<typeof Corroboration>

/** Several marks in one: a square with their number, so that it is not taken for an incident. */
export const groupClass = (hasChosen: boolean) =>
  cx(
    'grid size-11 place-items-center rounded-control border-3 border-ink bg-raised text-lg font-bold text-ink shadow-[0_0_0_2px_var(--color-paper)]',
    hasChosen && 'outline-5 outline-offset-2 outline-band',
  )

/**
 * How a mark looks. Filled with a firm edge: confirmed. Dashed and hollow: not confirmed, or in doubt. The picture inside
 * says what happened. No meaning rests on a colour.
 */
export const markClass = (corroboration: Sureness, chosen: boolean) =>
  cx(
    'grid size-11 place-items-center rounded-full text-lg shadow-[0_0_0_2px_var(--color-paper)]',
    corroboration === 'corroborated' || corroboration === 'verified'
      ? 'bg-ink text-paper'
      : 'border-3 border-dashed border-ink bg-raised text-ink',
    chosen && 'outline-5 outline-offset-2 outline-band',
  )
