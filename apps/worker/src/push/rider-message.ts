import type { Delivery } from '@salama/domain/alerts'
import type { Message } from '@salama/push/send-push.ts'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { createTranslator } from 'use-intl/core'
import { textsIn } from '../messages.ts'

/**
 * The notification of a message, in the language of its browser; null when there is nothing left to say. It holds only
 * what is public of an incident, and nothing of a report: others may see a phone's screen.
 */
export function riderMessage(
  { alertId, locale, because, reportId, incident }: Delivery,
  nowMs: number,
): Message | null {
  const common = textsIn(locale)
  const t = createTranslator({ ...common, namespace: 'alert' })
  if (reportId) return { title: t('report'), body: t('reportWords'), url: `/${locale}/alerts`, tag: alertId }
  if (incident?.lifecycle !== 'active') return null
  const { what, where, seen } = incidentWords(
    incident,
    nowMs,
    createTranslator({ ...common, namespace: 'incidents' }),
    createTranslator({ ...common, namespace: 'categories' }),
  )
  const title = because === null ? what : t('title', { what, because })
  return { title, body: `${where}. ${seen}.`, url: `/${locale}/incidents/${incident.id}`, tag: alertId }
}
