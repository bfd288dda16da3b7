import { z } from 'zod'
import { forAdmins, operation } from '../shared/operation.ts'
import { ByIdOrSlug, Reason } from '../shared/shapes.ts'
import { AdminSacco, exampleAdminSacco } from './contract.ts'

const Why = Reason.describe('The reason, stored in the audit log.')
const RetireBody = z.strictObject({ reason: Why })

export const retireSacco = operation({
  ...forAdmins,
  name: 'retireSacco',
  method: 'post',
  path: '/api/v1/admin/saccos/{id}/retire',
  summary: 'Retire an operator group',
  description:
    'For a group that no longer operates: lists, pickers and search omit it. Its page, vehicles and history stay, and its names stay reserved. Repeating the request changes nothing.',
  params: ByIdOrSlug,
  body: RetireBody.meta({ id: 'RetireSaccoBody' }),
  reply: AdminSacco,
  errors: ['not_found'],
  examples: {
    params: { id: exampleAdminSacco.id },
    body: { reason: 'Their licence was withdrawn.' },
    reply: { ...exampleAdminSacco, retiredAt: '2026-11-20T09:00:00Z' },
  },
})

export const restoreSacco = operation({
  ...forAdmins,
  name: 'restoreSacco',
  method: 'post',
  path: '/api/v1/admin/saccos/{id}/restore',
  summary: 'Restore a retired operator group',
  description: 'Lists, pickers and search include it again. Repeating the request changes nothing.',
  params: ByIdOrSlug,
  body: RetireBody.meta({ id: 'RestoreSaccoBody' }),
  reply: AdminSacco,
  errors: ['not_found'],
  examples: {
    params: { id: exampleAdminSacco.id },
    body: { reason: 'They have a licence again.' },
    reply: exampleAdminSacco,
  },
})
