import { z } from 'zod'
import type { Rpc } from '../../machinery/server-rpc.ts'
import { Removals } from '../feed-imports/contract.ts'

/** The kinds of rows that `stage_gtfs_rows` takes, named after their tables. */
export type RowKind =
  | 'agencies'
  | 'services'
  | 'service_exceptions'
  | 'shapes'
  | 'stops'
  | 'routes'
  | 'trips'
  | 'stop_times'
  | 'frequencies'
  | 'corridors'
  | 'corridor_routes'
  | 'service_areas'
  | 'warnings'
  | 'credits'

/** The target size of a request: 2,000 short rows, or one very long one. */
const BATCH_WEIGHT = 2_000

/**
 * Collects rows and sends them in batches of one kind. `add` never waits, so that checks stay synchronous; the reader
 * of the file calls `settle` now and then, which sends batches that are large enough.
 */
export class Staging {
  readonly #rpc: Rpc
  readonly #importId: string
  #batches = new Map<RowKind, { rows: object[]; weight: number }>()

  constructor(rpc: Rpc, importId: string) {
    this.#rpc = rpc
    this.#importId = importId
  }

  /** `weight` is the size in short rows. */
  add(kind: RowKind, row: object, weight = 1) {
    const batch = this.#batches.get(kind) ?? { rows: [], weight: 0 }
    this.#batches.set(kind, batch)
    batch.rows.push(row)
    batch.weight += weight
  }

  async settle() {
    for (const [kind, { weight }] of this.#batches) if (weight >= BATCH_WEIGHT) await this.#send(kind)
  }

  async finish() {
    for (const kind of this.#batches.keys()) await this.#send(kind)
  }

  async #send(kind: RowKind) {
    const rows = this.#batches.get(kind)?.rows ?? []
    this.#batches.delete(kind)
    await this.#rpc('stage_gtfs_rows', { p_id: this.#importId, p_kind: kind, p_rows: rows })
  }
}

/** How many rows of a kind an import added, changed, removed, and left unchanged. */
const RowCounts = z.object({ added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() })

/** What an import did, by kind of row. */
export const ImportReport = z.record(z.string(), RowCounts)
export type ImportReport = z.infer<typeof ImportReport>

/** What an import changed, or would change, in the network. */
export const ImportOutcome = z.object({
  report: ImportReport,
  /** Null: nothing needs confirmation. */
  removals: Removals.nullable(),
  /** False: the feed has no border, so no place is covered and nobody can report. */
  hasServiceArea: z.boolean(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>
