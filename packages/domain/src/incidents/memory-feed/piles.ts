import RBush from 'rbush'
import type { FeedRow } from './feed-rows.ts'
import { type Box, degreesBetween, degreesTo, isInside, meet, type Place } from './geometry.ts'

// The rows of the live feed by place.
//
// An R-tree (rbush), because rows come and go every second, which static indexes (kdbush, flatbush) would have to be
// rebuilt for, and because it is as good in an empty county as at the busiest stop, which no one cell size of a grid is.
// Its entries are piles: many rows share one place (a stop, the centre of a cell).

/** The rows at one place, which is on the plane here, in order of id, so that a page never reads more of them than it shows. */
export type Pile = Place & { rows: FeedRow[] }

/** A node of the tree, as it is exported. */
type Node = Box & ({ leaf: true; children: Pile[] } | { leaf: false; children: Node[] })

export class Piles extends RBush<Pile> {
  override toBBox({ lat, lng }: Pile): Box {
    return { minX: lng, minY: lat, maxX: lng, maxY: lat }
  }
  override compareMinX(a: Pile, b: Pile): number {
    return a.lng - b.lng
  }
  override compareMinY(a: Pile, b: Pile): number {
    return a.lat - b.lat
  }

  /**
   * Calls `found` with the piles inside a box that are at most `reach()` degrees away, the nearer nodes of the tree first:
   * where `reach` shrinks with what was found, a page at the busiest stop reads some dozens of its thousands.
   */
  nearest(from: Place, box: Box, reach: () => number, found: (pile: Pile, degrees: number) => void): void {
    const walk = (node: Node): void => {
      if (node.leaf) {
        for (const pile of node.children) {
          const degrees = degreesBetween(pile, from)
          if (degrees <= reach() && isInside(pile, box)) found(pile, degrees)
        }
        return
      }
      const near = node.children.flatMap((child) =>
        meet(child, box) ? { child, degrees: degreesTo(child, from) * LESS } : [],
      )
      near.sort((a, b) => a.degrees - b.degrees)
      for (const { child, degrees } of near) if (degrees <= reach()) walk(child)
    }
    walk(this.toJSON())
  }
}

/** The last digit may say that a node is further than what is in it. */
const LESS = 0.999_999

/** Up to so many rows of a pile, with a greater id than `past` (or from the first). */
export function rowsOfPile(pile: Pile, category: string | undefined, past: string, most: number): FeedRow[] {
  const found: FeedRow[] = []
  for (let at = past === '' ? 0 : positionAfter(pile, past); at < pile.rows.length && found.length < most; at += 1) {
    const row = pile.rows[at]
    if (row && (category === undefined || row.category === category)) found.push(row)
  }
  return found
}

/** The position of the first row of a pile with a greater id. */
export function positionAfter({ rows }: Pile, id: string): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.id ?? '') <= id) low = middle + 1
    else high = middle
  }
  return low
}
