import { CAST } from '@salama/testing'
import type { AppName } from '../../../packages/processes/src/secrets.mjs'
import { STICKER } from '../vehicles.ts'

/** An element of a page whose accessible name contains one of the texts; the first that fits. */
export type Target = { css: string; text?: string[] }

/** What a press brings: an element that is shown, or with `gone`, that is no longer there. */
export type Effect = Target & { gone?: true }

/** `isScrolled`: below the first screen, so it is scrolled into view. `typed`: what is typed into a field before. */
export type Control = {
  target: Target
  effects: Effect[]
  isScrolled?: true
  typed?: { field: Target; text: string }
}

export type Page = {
  name: string
  app: AppName
  path: string
  person?: 'amina' | 'chebet' | 'dalmas'
  isDesktop?: true
  /** What people come for. */
  press: Control
  /** Pressed ten times a second until it has an effect: an ordinary control that needs the page's script, if there is one. */
  probe: Control
  /** Undoes on the server what a press did. */
  restore?: string[]
  /** Something that moves with the map. */
  map?: Target
  respondsS: number
}

const PRESSABLE = 'main :is(a, button)'
const HEADING = 'main :is(h1, h2)'
const OPEN_SHIFTS = `app.surveyor_sessions s where s.surveyor_id = '${CAST.chebet.id}' and s.state = 'open'`
const NO_SHIFT = [
  `delete from app.surveyor_session_events e using ${OPEN_SHIFTS} and s.id = e.session_id`,
  `delete from ${OPEN_SHIFTS}`,
]

const category: Control = {
  target: { css: PRESSABLE, text: ['Road hazard'] },
  effects: [{ css: HEADING, text: ['Where did it happen?'] }],
}
const stars: Control = { target: { css: 'main label', text: ['4'] }, effects: [{ css: 'main input:checked' }] }
const find: Control = {
  target: { css: 'main form button', text: ['Search'] },
  typed: { field: { css: 'main input[type=search]' }, text: 'Westlands' },
  effects: [{ css: 'main a', text: ['Westlands'] }],
}
const shift: Control = {
  target: { css: PRESSABLE, text: ['Start shift'] },
  isScrolled: true,
  effects: [{ css: HEADING, text: ['Shift started'] }],
}
const lesson: Control = {
  target: { css: PRESSABLE, text: ['Mark as read'] },
  isScrolled: true,
  effects: [{ css: HEADING, text: ['Belt and speed'] }], // the next one,
}

/** The first pages of the apps, and who opens them. */
export const PAGES: Page[] = [
  {
    name: 'home',
    app: 'rider',
    path: '/en',
    press: { target: { css: 'main article a' }, effects: [{ css: HEADING, text: ['What happened'] }] },
    probe: {
      target: { css: PRESSABLE, text: ['Enlarge list'] },
      effects: [{ css: PRESSABLE, text: ['Enlarge map'] }],
    },
    map: { css: '[data-map] button', text: ['Road blocked'] },
    respondsS: 2,
  },
  { name: 'report', app: 'rider', path: '/en/report', press: category, probe: category, respondsS: 1.5 },
  {
    name: 'vehicle',
    app: 'rider',
    path: `/en/v/${STICKER}`,
    press: {
      target: { css: PRESSABLE, text: ['Rate this ride'] },
      effects: [{ css: HEADING, text: ['How was your ride?', 'Sign in'] }],
    },
    probe: {
      target: { css: PRESSABLE, text: ['Follow'] },
      isScrolled: true,
      effects: [
        { css: `${PRESSABLE}[aria-busy=true]`, text: ['Follow'] },
        { css: PRESSABLE, text: ['Stop following'] },
        { css: HEADING, text: ['You follow'] }, // the page of alerts, which answers the plain form
      ],
    },
    respondsS: 1.5,
  },
  {
    name: 'rate',
    app: 'rider',
    path: `/en/rate/${STICKER}`,
    person: 'amina',
    press: stars,
    probe: stars,
    respondsS: 1.5,
  },
  {
    name: 'search',
    app: 'rider',
    path: '/en/search',
    press: find,
    probe: {
      target: { css: PRESSABLE, text: ['Thika Road'] },
      isScrolled: true,
      effects: [{ css: 'main a[href*="/corridors/"]' }],
    },
    respondsS: 1.5,
  },
  {
    name: 'surveyor',
    app: 'surveyor',
    path: '/en',
    person: 'chebet',
    press: shift,
    probe: shift,
    restore: NO_SHIFT,
    respondsS: 1.5,
  },
  {
    name: 'lesson',
    app: 'learning',
    path: '/en/courses/ride-safely/on-the-way/sit-safely',
    press: lesson,
    probe: lesson,
    respondsS: 1.5,
  },
  {
    name: 'console',
    app: 'admin',
    path: '/en/review',
    person: 'dalmas',
    isDesktop: true,
    press: { target: { css: 'main a[data-entry]' }, effects: [{ css: '#entry blockquote' }] },
    probe: {
      target: { css: PRESSABLE, text: ['Overdue'] },
      effects: [{ css: `${PRESSABLE}[aria-pressed=true]`, text: ['Overdue'] }],
    },
    respondsS: 1.5,
  },
]
