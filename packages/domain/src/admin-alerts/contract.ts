import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { ReviewKind } from '../review-entries/contract.ts'
import { ALERT_MAILS } from '../shared/choices.ts'
import { CITY } from '../shared/city.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Locale, orNull, queryNumber } from '../shared/shapes.ts'

export const ADMIN_ALERT_KINDS = ['injury', 'assault', 'overdue', 'not_safe', 'feed_stopped', 'reversal'] as const

const AlertId = z.int().min(0)

export const AdminAlert = z
  .object({
    id: AlertId.describe('Increases with each alert.'),
    kind: z.enum(ADMIN_ALERT_KINDS),
    at: Instant.describe('Rounded to the full hour if the subject is sensitive.'),
    subjectId: z
      .uuid()
      .nullable()
      .describe('The review entry, or for `not_safe` the assignment; null for a stopped public feed.'),
    entryKind: orNull(ReviewKind),
    title: z.string().nullable().describe('The title of the assignment.'),
    note: z.string().nullable().describe('The surveyor’s note.'),
    isRead: z.boolean(),
    category: orNull(Category).describe('Of the entry’s report or incident.'),
    area: z.string().nullable().describe('The nearest stop, or the main road. No exact place.'),
    plate: z.string().nullable(),
    dueAt: Instant.nullable().describe('When the entry is or was due.'),
  })
  .meta({ id: 'AdminAlert', description: 'An alert for admins.' })

export const AdminAlerts = z
  .object({
    data: z.array(AdminAlert).describe('Newest first, at most 50.'),
    unread: z.int(),
    email: z.enum(ALERT_MAILS).describe('E-mails immediately, once a day, or none.'),
  })
  .meta({ id: 'AdminAlerts' })

const example = {
  data: [
    {
      id: 41,
      kind: 'injury',
      at: '2026-11-20T06:52:00Z',
      subjectId: '5f0c1a1e-3a52-4f7b-9a70-1b5d6c1f2e88',
      entryKind: 'report',
      title: null,
      note: null,
      isRead: false,
      category: 'crash',
      area: EXAMPLE.stop,
      plate: null,
      dueAt: '2026-11-20T10:52:00Z',
    },
  ],
  unread: 1,
  email: 'off',
} as const

const shared = { tag: 'Admin', access: { role: 'admin' }, reply: AdminAlerts, errors: [] } as const

export const listAdminAlerts = operation({
  ...shared,
  name: 'listAdminAlerts',
  method: 'get',
  path: '/api/v1/admin/alerts',
  summary: 'List alerts for admins',
  description:
    'Returns alerts about reported injuries and assaults, overdue entries, places that a surveyor left as unsafe, and a stopped public feed. With `after` only newer ones.',
  query: z.object({ after: queryNumber(AlertId).optional().describe('The id of the last known alert.') }),
  examples: { query: {}, reply: example },
})

export const readAdminAlerts = operation({
  ...shared,
  name: 'readAdminAlerts',
  method: 'post',
  path: '/api/v1/admin/alerts/read',
  summary: 'Mark alerts as read',
  description: 'Marks every alert up to `to` as read by the caller. A read alert stays read.',
  body: z.strictObject({ to: AlertId }).meta({ id: 'ReadAlertsBody' }),
  examples: { body: { to: 41 }, reply: { ...example, data: [{ ...example.data[0], isRead: true }], unread: 0 } },
})

export const chooseAdminAlerts = operation({
  ...shared,
  name: 'chooseAdminAlerts',
  method: 'put',
  path: '/api/v1/admin/alerts/settings',
  summary: 'Set e-mails about alerts',
  description:
    'Sends e-mails immediately, once a day in the morning, or none. An e-mail contains only counts: no place, plate or text. Earlier alerts are not sent.',
  body: z
    .strictObject({ email: z.enum(ALERT_MAILS), locale: Locale.default(CITY.languages[0]) })
    .meta({ id: 'AlertSettingsBody' }),
  examples: { body: { email: 'digest', locale: EXAMPLE.locale }, reply: { ...example, email: 'digest' } },
})
