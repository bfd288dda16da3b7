import { expect, test } from 'vitest'
import { readReminder, reminderFile } from './reminder.ts'

// A Monday, 01:30 on Tuesday in Nairobi.
const about = {
  title: 'Learn, with Salama',
  url: 'https://learn.test/en/my-courses',
  now: new Date('2026-11-23T22:30:00Z'),
  uid: 'x',
}
const fileFor = (day: string, time = '18:00') => {
  const reminder = readReminder(new URLSearchParams({ day, time }))
  return reminder && reminderFile(reminder, about)
}

test('repeats every week from the next such day in Nairobi', () => {
  expect(fileFor('TU')).toContain('DTSTART:20261124T180000\r\n')
  expect(fileFor('MO')).toContain('DTSTART:20261130T180000\r\n')
  expect(fileFor('TU', '01:30')).toContain(':20261201T013000\r\n')
  expect(fileFor('TU', '01:31')).toContain(':20261124T013100\r\n')
  expect(fileFor('SU')).toContain('RRULE:FREQ=WEEKLY;BYDAY=SU\r\n')
  expect(fileFor('SU')).toContain('SUMMARY:Learn\\, with Salama\r\n')
})

test('folds lines at 75 characters', () => {
  for (const line of fileFor('SU')?.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(75)
})

test.each([
  ['XX', '18:00'],
  ['MO', '25:00'],
  ['MO', ''],
])('rejects %s %s', (day, time) => {
  expect(fileFor(day, time)).toBeNull()
})
