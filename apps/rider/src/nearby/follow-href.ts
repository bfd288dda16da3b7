import { roundLocation } from '@salama/domain/shared'

/** The page of alerts, with this place ready to be followed. */
export const followHref = ({ lat, lng, radiusM }: { lat: number; lng: number; radiusM: number }, name: string) => ({
  pathname: '/alerts',
  query: { lat: roundLocation(lat), lng: roundLocation(lng), radiusM, ...(name !== '' && { place: name }) },
  hash: 'follow-place',
})
