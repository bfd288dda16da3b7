import type { Direction } from '@salama/domain/network/contract'
import { nameKey } from '@salama/domain/shared'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'

type Stage = Direction['stages'][number]
type KeyedStage = { key: string; stage: Stage }
export type Part =
  | ({ kind: 'stage' } & KeyedStage)
  | { kind: 'live'; incident: Direction['live'][number]['incident'] }
  | { kind: 'folded'; stages: readonly KeyedStage[] }

/** That many quiet stages in a row stay; more are folded. */
const MOST_QUIET = 2

const SAME_M = 300

/** Whether two stages are one to a rider: close together, and one is called like the other, perhaps with a word more. */
function isSame(a: Stage, b: Stage) {
  const [x, y] = [nameKey(a.name), nameKey(b.name)]
  const apart = Math.hypot(a.place.lat - b.place.lat, a.place.lng - b.place.lng) * METRES_PER_DEGREE
  return apart <= SAME_M && (`${x} `.startsWith(`${y} `) || `${y} `.startsWith(`${x} `))
}

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
    const before = stages[index - 1]
    if (before && isSame(before, stage)) {
      addLive(index + 1)
      continue
    }
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
