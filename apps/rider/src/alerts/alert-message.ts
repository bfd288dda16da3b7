import type { Delivery } from '@salama/domain/alerts'
import { CITY } from '@salama/domain/shared'
import type { Message } from '@salama/push/send-push.ts'
import type { Sending } from '@salama/ui/alerts/send-alerts.ts'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import shared from '@salama/ui/messages/en.json'
import sharedSwahili from '@salama/ui/messages/sw.json'
import { createTranslator } from 'next-intl'
import english from '../../messages/en.json'
import swahili from '../../messages/sw.json'

const MESSAGES = { en: { ...shared, ...english }, sw: { ...sharedSwahili, ...swahili } }

/**
 * The notification of a message, in the language of its browser; null when there is nothing left to say. It holds only
 * what is public of an incident, and nothing of a report: others may see a phone's screen.
 */
function alertMessage({ alertId, locale, because, reportId, incident }: Delivery, nowMs: number): Message | null {
  const common = { locale, messages: MESSAGES[locale], timeZone: CITY.timeZone }
  const t = createTranslator({ ...common, namespace: 'alerts' })
  if (reportId) return { title: t('pushReport'), body: t('pushReportWords'), url: `/${locale}/alerts`, tag: alertId }
  if (incident?.lifecycle !== 'active') return null
  const { what, where, seen } = incidentWords(
    incident,
    nowMs,
    createTranslator({ ...common, namespace: 'incidents' }),
    createTranslator({ ...common, namespace: 'categories' }),
  )
  const title = because === null ? what : t('pushTitle', { what, because })
  return { title, body: `${where}. ${seen}.`, url: `/${locale}/incidents/${incident.id}`, tag: alertId }
}

/** The rider app's alerts. */
export const RIDER_ALERTS: Sending = { app: 'rider', messageOf: alertMessage }
