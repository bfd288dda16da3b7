import type { listAdminAlerts } from '@salama/domain/admin-alerts/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'

export type Alerts = ReplyOf<typeof listAdminAlerts>
export type AlertMails = Alerts['email']

/** Says of which kind and where: "Injury reported: Crash, Odeon, KDA 100T". */
export function useAlertWords() {
  const t = useTranslations('alerts')
  const category = useTranslations('categories')
  return ({ kind, category: code, area, plate }: Alerts['data'][number]) => {
    const about = [code && category(code), area, plate].filter(Boolean).join(', ')
    return about === '' ? t(`kinds.${kind}`) : t('about', { kind: t(`kinds.${kind}`), about })
  }
}
