import { appUrls } from '@salama/session'
import { localeOf } from '@salama/ui/i18n/locales.ts'
import { getTranslations } from 'next-intl/server'
import { download } from '@/download.ts'
import { readReminder, reminderFile } from '@/path/reminder.ts'

/** A weekly reminder as a calendar file. The server stores nothing: the calendar of the phone reminds. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const reminder = readReminder(searchParams)
  if (!reminder) return new Response(null, { status: 422 })
  const locale = localeOf(searchParams.get('locale'))
  const t = await getTranslations({ locale, namespace: 'path' })
  const file = reminderFile(reminder, {
    title: t('reminderTitle'),
    url: `${appUrls().learning ?? ''}/${locale}/my-courses`,
    now: new Date(),
    uid: crypto.randomUUID(),
  })
  return download(file, 'text/calendar; charset=utf-8', 'salama.ics')
}
