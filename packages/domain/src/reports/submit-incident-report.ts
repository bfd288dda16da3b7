import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { placeArgs } from '../machinery/place-args.ts'
import { Submitted } from '../machinery/submitted.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { identifierOf } from '../shared/shapes.ts'
import { submitIncidentReport as operation, reportIncident as withoutAccount } from './contract.ts'

/**
 * Takes what one rider saw and attaches it to an incident. Safe to repeat with the same `id`.
 *
 * Screening, joining and publishing happen in the database in one transaction: see
 * supabase/schemas/40_reports/receive_report.sql.
 *
 * @throws {DomainError} `id_reused`, `outside_service_area`, `unknown_stop`, `unknown_vehicle`, `rate_limited`
 */
export const submitIncidentReport = useCase(operation, submit)

/** The same for an app, whose callers may be a phone on which nobody is signed in. @throws {DomainError} as above */
export const reportIncident = useCase(withoutAccount, submit)

/** Sending says only that it is in; what became of it is read after that is committed, see app.receive_report in SQL. */
async function submit(caller: Caller, input: InputOf<typeof operation>): Promise<unknown> {
  const device = 'device' in caller ? caller.device : undefined
  const report = {
    p_id: input.id,
    p_category: input.category,
    p_occurred_at: input.occurredAt,
    p_injury: input.injury,
    ...placeArgs(input.place),
    p_note: input.note,
    p_visibility: input.visibility,
    p_receipt_code: input.receiptCode,
    p_device: device,
    p_networks: caller.kind === 'device' ? caller.networks : undefined,
  }
  const { repeated } = Submitted.parse(
    input.vehicle === undefined
      ? await callRpc(caller, 'submit_incident_report_without_vehicle', report)
      : await callRpc(caller, 'submit_incident_report', { ...report, p_vehicle: identifierOf(input.vehicle) }),
  )
  const asked = { p_id: input.id, p_device: device, p_receipt_code: input.receiptCode }
  const received = await callRpc(caller, 'get_received_report', asked)
  return { ...Object(received), repeated }
}
