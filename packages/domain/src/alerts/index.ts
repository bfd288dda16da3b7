import { z } from 'zod'
import { Incident } from '../incidents/contract.ts'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const follow = useCase(contract.follow)
export const listAlerts = useCase(contract.listAlerts)
export const listFollows = useCase(contract.listFollows)
export const readAlerts = useCase(contract.readAlerts)
export const subscribePush = useCase(contract.subscribePush)
export const unfollow = useCase(contract.unfollow)
export const unsubscribePush = useCase(contract.unsubscribePush)

const Delivery = z.object({
  alertId: z.uuid(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  locale: z.enum(['en', 'sw']),
  because: z.string().nullable(),
  reportId: z.uuid().nullable(),
  incident: Incident.nullable(),
})
/** A message to send; with neither a report nor an incident there is nothing left to say. */
export type Delivery = z.infer<typeof Delivery>

/** The messages to send now. They are due again later unless `finishAlertDeliveries` confirms them. */
export async function claimAlertDeliveries(requestId: string): Promise<Delivery[]> {
  const caller = { kind: 'visitor', requestId } as const
  return z.array(Delivery).parse(await callRpc(caller, 'claim_alert_deliveries', {}))
}

/** `sent`: confirmed by the push service; `gone`: it does not know the endpoint any more. */
export type Outcome = { alertId: string; endpoint: string; outcome: 'sent' | 'gone' }

export async function finishAlertDeliveries(requestId: string, outcomes: readonly Outcome[]): Promise<void> {
  await callRpc({ kind: 'visitor', requestId }, 'finish_alert_deliveries', { p_outcomes: outcomes })
}
