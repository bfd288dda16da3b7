import { randomBytes } from 'node:crypto'
import { callRpc } from '../machinery/call-rpc.ts'
import { mayReachPrivate } from '../machinery/env.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import { FIELD_PROBLEMS } from '../shared/field-problems.ts'
import * as contract from './contract.ts'

export const listWebhooks = useCase(contract.listWebhooks)
export const deleteWebhook = useCase(contract.deleteWebhook)
export const sendWebhook = useCase(contract.sendWebhook)

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Sends changes of incidents to a URL. That its host is a public one is checked by the worker, for each connection.
 * @throws {DomainError} `not_found`, `invalid_transition`, `scope_missing`, `too_many_webhooks`, `invalid_request`
 */
export const setWebhook = useCase(contract.setWebhook, (caller, { id, url, categories, corridorId, routeId, bbox }) => {
  if (!url.startsWith('https:') && !mayReachPrivate())
    throw new DomainError('invalid_request', {
      errors: [{ path: 'url', code: 'invalid_value', message: FIELD_PROBLEMS.invalid_value }],
    })
  return callRpc(caller, 'set_webhook', {
    p_id: id,
    p_url: url,
    p_secret: newSecret(),
    p_categories: categories,
    p_corridor_id: corridorId,
    p_route_id: routeId,
    p_bbox: bbox,
  })
})

/** @throws {DomainError} `not_found` */
export const rotateWebhookSecret = useCase(contract.rotateWebhookSecret, (caller, { id }) =>
  callRpc(caller, 'rotate_webhook_secret', { p_id: id, p_secret: newSecret() }),
)
