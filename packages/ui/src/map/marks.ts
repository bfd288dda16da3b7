import type { Corroboration } from '@salama/domain/incidents/contract'
import type { z } from 'zod'
import { cx } from '../components/cx.ts'

type Sureness = z.infer<typeof Corroboration>

/** A cluster: a square with its count, to distinguish it from an incident. */
export const groupClass = (hasChosen: boolean) =>
  cx(
    'grid size-11 place-items-center rounded-control border-3 border-ink bg-raised text-lg font-bold text-ink shadow-[0_0_0_2px_var(--color-paper)]',
    hasChosen && 'outline-5 outline-offset-2 outline-band',
  )

/**
 * The style of a marker. Filled with a solid edge: confirmed. Dashed and hollow: unconfirmed or disputed. The icon
 * shows the category. No meaning depends on colour alone.
 */
export const markClass = (corroboration: Sureness, chosen: boolean) =>
  cx(
    'grid size-11 place-items-center rounded-full text-lg shadow-[0_0_0_2px_var(--color-paper)]',
    corroboration === 'corroborated' || corroboration === 'verified'
      ? 'bg-ink text-paper'
      : 'border-3 border-dashed border-ink bg-raised text-ink',
    chosen && 'outline-5 outline-offset-2 outline-band',
  )
