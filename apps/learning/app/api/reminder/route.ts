import { appAddresses } from '@salama/session'
import { LOCALES } from '@salama/ui/i18n/locales.ts'
import { getTranslations } from 'next-intl/server'
import { readReminder, reminderFile } from '@/path/reminder.ts'

/** A weekly reminder as a calendar file. The server stores nothing: the calendar of the phone reminds. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const reminder = readReminder(searchParams)
  if (!reminder) return new Response(null, { status: 422 })
  const locale = LOCALES.find((each) => each === searchParams.get('locale')) ?? 'en'
  const t = await getTranslations({ locale, namespace: 'path' })
  const file = reminderFile(reminder, {
    title: t('reminderTitle'),
    url: `${appAddresses().learning ?? ''}/${locale}/my-courses`,
    now: new Date(),
    uid: crypto.randomUUID(),
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="salama.ics"',
      'cache-control': 'no-store',
    },
  })
}
