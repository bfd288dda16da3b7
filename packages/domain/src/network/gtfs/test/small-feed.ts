import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A valid feed of two routes and four stops, by file. Line 1 of each is its header. */
export const SMALL_FEED = {
  'agency.txt': `agency_id,agency_name,agency_url,agency_timezone
A,Simba Lines,https://simba.example,Africa/Nairobi
`,
  'calendar.txt': `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
DAILY,1,1,1,1,1,1,1,20260101,20261231
`,
  'calendar_dates.txt': `service_id,date,exception_type
DAILY,20261225,2
HOLIDAY,20261225,1
`,
  'shapes.txt': `shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
out,-1.2812,36.8226,1
out,-1.2700,36.8350,2
out,-1.2204,36.8911,3
`,
  'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
KOJ,Koja,-1.28123,36.822596,1,
KOJ1,Koja,-1.281428,36.822532,0,KOJ
ODE,Odeon,-1.282769,36.825032,,
ROY,Roysambu,-1.220432,36.891033,,
`,
  'routes.txt': `route_id,agency_id,route_short_name,route_long_name,route_type
R44,A,44,Koja-Roysambu,3
R45,A,45,Odeon-Roysambu,3
`,
  'trips.txt': `route_id,service_id,trip_id,trip_headsign,direction_id,shape_id
R44,DAILY,T44,Roysambu,0,out
R45,DAILY,T45,Roysambu,0,
`,
  'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
T44,6:00:00,6:00:20,KOJ1,1
T44,6:20:00,6:20:00,ROY,2
T45,23:50:00,23:50:20,ODE,1
T45,24:10:00,24:10:00,ROY,2
`,
  'frequencies.txt': `trip_id,start_time,end_time,headway_secs
T44,06:00:00,09:00:00,300
`,
} as const

export type FeedFileName = keyof typeof SMALL_FEED

/** Files that it does not have. */
type MoreFiles = 'feed_info.txt' | 'attributions.txt'

/** The small feed with some files replaced (or, with null, omitted), in a temporary folder of the test. */
export async function writeFeed(
  changes: Partial<Record<FeedFileName | MoreFiles, string | null>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salama-feed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...SMALL_FEED, ...changes }))
    if (text !== null) await writeFile(join(folder, name), text)
  return folder
}

/** A file of the small feed with one text replaced; fails when the text is missing. */
export function edited(name: FeedFileName, from: string, to: string): Partial<Record<FeedFileName, string>> {
  const text: string = SMALL_FEED[name]
  if (!text.includes(from)) throw new Error(`${name} has no "${from}"`)
  return { [name]: text.replace(from, to) }
}
