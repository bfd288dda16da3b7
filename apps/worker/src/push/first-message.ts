import type { FirstDelivery } from '@salama/domain/alerts'
import type { Message } from '@salama/push/send-push.ts'
import { createTranslator } from 'use-intl/core'
import { textsIn } from '../messages.ts'

const PAGES = { rider: 'alerts', surveyor: 'assignments' }

/** Tells that notifications are on; the browser answers it with the proof. */
export function firstMessage({ app, locale, proof }: FirstDelivery): Message {
  const t = createTranslator({ ...textsIn(locale), namespace: 'first' })
  return { title: t('title'), body: t(app), url: `/${locale}/${PAGES[app]}`, tag: 'first', proof }
}
