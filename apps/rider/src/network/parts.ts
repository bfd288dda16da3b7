import type { Direction } from '@salama/domain/network/contract'

type Stage = Direction['stages'][number]
type KeyedStage = { key: string; stage: Stage }
export type Part =
  | ({ kind: 'stage' } & KeyedStage)
  | { kind: 'live'; incident: Direction['live'][number]['incident'] }
  | { kind: 'folded'; stages: readonly KeyedStage[] }

/** That many quiet stages in a row stay; more are folded. */
const MOST_QUIET = 2

/**
 * A direction as it is shown: its first, last and main stages, what is reported with the stages beside it, and quiet
 * stages in between, folded where they are more than two in a row.
 */
export function partsOf({ stages, live }: Direction): Part[] {
  const parts: Part[] = []
  let quiet: KeyedStage[] = []
  const unfold = () => {
    if (quiet.length > MOST_QUIET) parts.push({ kind: 'folded', stages: quiet })
    else parts.push(...quiet.map((each) => ({ kind: 'stage' as const, ...each })))
    quiet = []
  }
  const addLive = (after: number) => {
    const here = live.filter((each) => each.after === after)
    if (here.length > 0) unfold()
    parts.push(...here.map(({ incident }) => ({ kind: 'live' as const, incident })))
  }
  const isBeside = (index: number) => live.some(({ after }) => after === index || after === index + 1)
  addLive(0)
  for (const [index, stage] of stages.entries()) {
    const keyed = { key: `${index}-${stage.id}`, stage } // a line may stop twice at a stage
    if (index > 0 && index < stages.length - 1 && !stage.isMain && !isBeside(index)) quiet.push(keyed)
    else {
      unfold()
      parts.push({ kind: 'stage', ...keyed })
    }
    addLive(index + 1)
  }
  return parts
}
