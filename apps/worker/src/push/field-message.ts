import type { Delivery } from '@salama/domain/alerts'
import { inLanguage } from '@salama/domain/shared'
import type { Message } from '@salama/push/send-push.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { createTranslator } from 'use-intl/core'
import { textsIn } from '../messages.ts'

/**
 * The notification of news of field work, in the language of its browser; null when there is nothing left to say. It
 * names no vehicle and no person, and not what a reviewer wrote: others may see a phone's screen. The app shows it.
 */
export function fieldMessage({ alertId, locale, field }: Delivery): Message | null {
  if (field === null) return null
  const t = createTranslator({ ...textsIn(locale), namespace: 'field' })
  const { kind, assignment, entryId } = field
  if (entryId !== null)
    return {
      title: t('entry_returned'),
      body: t('returnedWords'),
      url: `/${locale}/collect?revises=${entryId}`,
      tag: alertId,
    }
  if (assignment === null || kind === 'entry_returned') return null
  const name = inLanguage(locale, assignment.title, assignment.titleSw)
  const { dueAt } = assignment
  const body =
    dueAt === null || kind === 'assignment_closed' ? name : t('due', { name, at: timesIn(locale).moment(dueAt) })
  return { title: t(kind), body, url: `/${locale}/assignments?id=${assignment.id}`, tag: alertId }
}
