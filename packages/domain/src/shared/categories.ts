type CategoryRow = {
  /** The group under which riders choose it. */
  group: CategoryGroup
  /** An icon of packages/ui. */
  icon: CategoryIconName
  /** 1 to 4: how bad it may be, for the order and the sign of an incident. */
  severity: 1 | 2 | 3 | 4
  /** The widest visibility: public with its point, with a coarse cell, or only in weekly counts. */
  visibility: 'public' | 'coarse' | 'aggregate'
  /** When it is moderated first. `always`: sensitive; `unless_unhurt`: the form asks whether anyone was hurt. */
  review: 'never' | 'always' | 'unless_unhurt'
  /** The form asks for the vehicle: what happened is about it, or happened in it. */
  asksVehicle?: true
}

export const CATEGORY_GROUPS = ['road', 'ride', 'people'] as const
type CategoryGroup = (typeof CATEGORY_GROUPS)[number]

type CategoryIconName =
  | 'crash'
  | 'hazard'
  | 'block'
  | 'breakdown'
  | 'reckless'
  | 'overload'
  | 'fare'
  | 'theft'
  | 'robbery'
  | 'harassment'
  | 'assault'

/**
 * What pages know of a category without asking: enum, form, filters and icons of every app follow from this list. How
 * reports join and how long it is live is in app.incident_categories alone; a test compares the rest.
 */
const ROWS = {
  crash: { group: 'road', icon: 'crash', severity: 4, visibility: 'public', review: 'unless_unhurt' },
  hazard: { group: 'road', icon: 'hazard', severity: 2, visibility: 'public', review: 'never' },
  road_block: { group: 'road', icon: 'block', severity: 2, visibility: 'public', review: 'never' },
  breakdown: { group: 'road', icon: 'breakdown', severity: 1, visibility: 'public', review: 'never' },
  reckless_driving: {
    group: 'ride',
    icon: 'reckless',
    severity: 3,
    visibility: 'public',
    review: 'never',
    asksVehicle: true,
  },
  overloading: {
    group: 'ride',
    icon: 'overload',
    severity: 2,
    visibility: 'public',
    review: 'never',
    asksVehicle: true,
  },
  fare_dispute: { group: 'ride', icon: 'fare', severity: 1, visibility: 'public', review: 'never', asksVehicle: true },
  theft: { group: 'people', icon: 'theft', severity: 3, visibility: 'coarse', review: 'never', asksVehicle: true },
  robbery: {
    group: 'people',
    icon: 'robbery',
    severity: 4,
    visibility: 'coarse',
    review: 'always',
    asksVehicle: true,
  },
  harassment: {
    group: 'people',
    icon: 'harassment',
    severity: 4,
    visibility: 'aggregate',
    review: 'always',
    asksVehicle: true,
  },
  assault: {
    group: 'people',
    icon: 'assault',
    severity: 4,
    visibility: 'aggregate',
    review: 'always',
    asksVehicle: true,
  },
} as const satisfies Record<string, CategoryRow>

export type CategoryCode = keyof typeof ROWS

export const CATEGORIES: Readonly<Record<CategoryCode, CategoryRow>> = ROWS

/** In the order of the list. Object.keys is typed as strings only. */
export const CATEGORY_CODES = Object.keys(ROWS) as CategoryCode[]

/** What an incident of a category means for trips, in the words of GTFS-Realtime. Its place is exact: coarse and aggregate kinds make no alert. */
export const ALERT_OF = {
  crash: { cause: 'ACCIDENT', effect: 'SIGNIFICANT_DELAYS', severityLevel: 'SEVERE' },
  hazard: { cause: 'OTHER_CAUSE', effect: 'SIGNIFICANT_DELAYS', severityLevel: 'WARNING' },
  road_block: { cause: 'OTHER_CAUSE', effect: 'DETOUR', severityLevel: 'WARNING' },
  breakdown: { cause: 'TECHNICAL_PROBLEM', effect: 'SIGNIFICANT_DELAYS', severityLevel: 'INFO' },
  reckless_driving: { cause: 'OTHER_CAUSE', effect: 'OTHER_EFFECT', severityLevel: 'WARNING' },
  overloading: { cause: 'OTHER_CAUSE', effect: 'REDUCED_SERVICE', severityLevel: 'INFO' },
  fare_dispute: { cause: 'OTHER_CAUSE', effect: 'OTHER_EFFECT', severityLevel: 'INFO' },
  theft: null,
  robbery: null,
  harassment: null,
  assault: null,
} as const satisfies Record<CategoryCode, { cause: string; effect: string; severityLevel: string } | null>
