import type { REPORT_STATES } from './choices.ts'

// Limits that pages show before anything is sent. SQL enforces the same bounds; tests compare them with these numbers.
// No schemas here: a page that needs a number should not load a validation library.

type ReportState = (typeof REPORT_STATES)[number]

/** Metres around a place within which incidents are listed, and what is listed unless somebody chooses. */
export const RADIUS_M = { least: 50, most: 25_000, usual: 2_000 } as const

/** Metres around a place that can be followed. */
export const FOLLOW_RADIUS_M = { least: 200, most: 5_000 } as const

/** Rows in a page of a list. */
export const PAGE_SIZE = { usual: 20, most: 100 } as const

/** The letters and digits of a number plate. */
export const PLATE_KEY = /^(?=.*[0-9])[A-Z][A-Z0-9]{3,8}$/

/** The key of a sticker's code, in any spelling of its O, I and L. */
export const STICKER_KEY = /^V[0-9A-Z]{8}$/

/** Characters of what identifies a vehicle: its id, a sticker's code or a plate. */
export const IDENTIFIER_LENGTH = { least: 3, most: 40 } as const

/** What can be recorded of a vehicle: characters of its texts, how many routes it runs on, and its seats. */
export const VEHICLE_FACTS = {
  plate: 20,
  fleetName: 80,
  sacco: { least: 2, most: 120 },
  routes: 20,
  seats: { least: 1, most: 200 },
} as const

export const MAX_PHOTO_BYTES = 2 * 1024 * 1024

/** Photos of a report or a collection entry. */
export const MAX_PHOTOS = 3
/** Slots that a surveyor can hold at a time, each of another assignment. */
export const MAX_CLAIMS = 5

export const MAX_ADDITIONS = 3

/** The states in which a report can be added to, see `app.check_report_is_open`. */
const OPEN_STATES: readonly ReportState[] = ['accepted', 'linked', 'in_review', 'needs_info']
export const isOpenReport = (report: { state: ReportState }): boolean => OPEN_STATES.includes(report.state)

/** Metres. A phone that knows its place less exactly does not know it: the road may be another. As `app.vague_m`. */
export const VAGUE_M = 250

/** Characters of a note, with a report or a collection entry. */
export const MAX_NOTE = 2_000

/** Characters of a note about why an assignment cannot be done. */
export const MAX_BLOCKED_NOTE = 500

/** Characters of a reporter's message to the reviewers after the report, and of a reviewer's note. */
export const MAX_WORDS = 1_000

export const MAX_SEARCH = 100

/** Characters of an e-mail address (RFC 5321). */
export const MAX_EMAIL = 254

/** Attempts at one quiz per hour. */
export const MAX_QUIZ_TRIES = 5

/** Characters of the reason for a privileged action. */
export const REASON_LENGTH = { minLength: 3, maxLength: 500 } as const

/** Letters and digits of a certificate's code, and of each of its groups. */
export const CERTIFICATE_CODE = { length: 20, group: 5 } as const

/**
 * The limits of API keys: active ones of an account (and as many replaced), the length of a name, how long a replaced
 * key stays valid, and a revoked one may still be accepted. SQL has the first three, too; a test compares.
 */
export const API_KEY_RULES = { most: 5, nameLength: 80, graceHours: 24, cacheSeconds: 30 } as const

/** Webhooks of one API key. */
export const WEBHOOK_RULES = { most: 5, graceHours: 24 } as const

/** Vehicles in one stage count. */
export const MAX_TAPS = 3_000

/** How far from the place of its assignment, beyond its accuracy, a record is flagged. */
export const STAGE_RADIUS_M = 500
