type Place = { stopId: string } | { lat: number; lng: number; accuracyM?: number }

/** The SQL arguments of a place: a stop, or a point. */
export const placeArgs = (place: Place | undefined) => {
  if (place === undefined) return {}
  if ('stopId' in place) return { p_stop_id: place.stopId }
  return { p_lat: place.lat, p_lng: place.lng, ...('accuracyM' in place && { p_accuracy_m: place.accuracyM }) }
}
