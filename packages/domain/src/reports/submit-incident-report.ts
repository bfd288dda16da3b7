import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { type RpcArgs, rpcArgs } from '../machinery/rpc-args.ts'
import { Submitted } from '../machinery/submitted.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
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
async function submit(caller: Caller, { vehicle, ...input }: InputOf<typeof operation>): Promise<unknown> {
  const report = {
    ...(rpcArgs(operation, caller, input) as RpcArgs<'submit_incident_report_without_vehicle'>), // as the contract says
    p_networks: caller.kind === 'device' ? [...caller.networks] : undefined,
  }
  const { repeated } = Submitted.parse(
    vehicle === undefined
      ? await callRpc(caller, 'submit_incident_report_without_vehicle', report)
      : await callRpc(caller, 'submit_incident_report', { ...report, p_vehicle: vehicle }),
  )
  const asked = { p_id: input.id, p_device: report.p_device, p_receipt_code: input.receiptCode }
  const received = await callRpc(caller, 'get_received_report', asked)
  return { ...Object(received), repeated }
}
