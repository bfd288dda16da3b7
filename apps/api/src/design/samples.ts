import { exampleIncident, type NearbyIncident } from '@salama/domain/incidents/contract'

/** When the samples are looked at: some minutes after the last of them. */
export const NOW_MS = Date.parse('2026-11-20T07:04:00Z')

/** One incident of each kind of certainty, made from the example of the contract. */
export const INCIDENTS: readonly NearbyIncident[] = [
  { ...exampleIncident, distanceM: 320 },
  {
    ...exampleIncident,
    id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c56',
    category: 'hazard',
    corroboration: 'unverified',
    reports: 1,
    place: { lat: -1.2735, lng: 36.8312 },
    placeName: 'Ngara',
    distanceM: 1_240,
  },
  {
    ...exampleIncident,
    id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c57',
    category: 'theft',
    corroboration: 'disputed',
    precision: 'coarse',
    reports: 2,
    confirms: null,
    firstSeenAt: '2026-11-20T05:00:00Z',
    lastSeenAt: '2026-11-20T05:00:00Z',
    place: { lat: -1.2905, lng: 36.8302 },
    placeName: null,
    distanceM: 900,
  },
]
