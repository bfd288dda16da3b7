import type { TestDatabase } from './database.ts'

/**
 * Decides, as Dalmas, on the latest review entry of a subject. If a decision needs a reason and none is given, uses the
 * first one that the queue offers.
 *
 * @throws {RpcError} if the queue or the subject rejects the decision
 */
export async function decide(
  db: TestDatabase,
  subject: string,
  decision: string,
  input: Record<string, unknown> = {},
): Promise<void> {
  const [entry] = await db.sql<{ id: string; version: number; reason: string | null }>(
    `select e.id, e.version, (select r.code from app.review_reasons r
                               where (r.kind = e.kind or r.kind is null) and $2 = any (r.decisions)
                               order by r.position limit 1) as reason
       from app.review_entries e where e.subject_id = $1 order by e.created_at desc, e.decided_at desc nulls first limit 1`,
    [subject, decision],
  )
  await db.as('dalmas').rpc('submit_review_decision', {
    p_entry_id: entry?.id,
    p_decision: decision,
    p_version: entry?.version,
    p_reason_code: input.reasonCode ?? (decision.startsWith('approved') ? null : entry?.reason),
    p_note: input.note,
    p_edits: input.edits,
    p_duplicate_of: input.duplicateOf,
  })
}
