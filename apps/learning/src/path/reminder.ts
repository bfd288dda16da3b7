import { toCityTime } from '@salama/domain/shared'
import { z } from 'zod'

/** As iCalendar names them, from Monday. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

const Reminder = z.object({ day: z.enum(DAYS), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) })
type Reminder = z.infer<typeof Reminder>

/** The day and time of a form; null where they are invalid. */
export const readReminder = (sent: URLSearchParams): Reminder | null =>
  Reminder.safeParse(Object.fromEntries(sent)).data ?? null

const DAY_MS = 24 * 3600 * 1000

type About = { title: string; url: string; now: Date; uid: string }

/** A calendar file (RFC 5545): one event, repeated every week, in the phone's own time wherever it is. */
export function reminderFile({ day, time }: Reminder, { title, url, now, uid }: About): string {
  const today = new Date(`${toCityTime(now)}Z`)
  const days = (DAYS.indexOf(day) - ((today.getUTCDay() + 6) % 7) + 7) % 7
  const isPast = days === 0 && time <= today.toISOString().slice(11, 16)
  const ahead = isPast ? 7 : days
  const date = new Date(today.getTime() + ahead * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Salama//Learning//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${date}T${time.replace(':', '')}00`,
    'DURATION:PT15M',
    `RRULE:FREQ=WEEKLY;BYDAY=${day}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:PT0M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
/** Lines are at most 75 bytes long and continue after a space; our texts are ASCII. */
const folded = (line: string) => line.replaceAll(/(.{74})(?=.)/g, '$1\r\n ')
