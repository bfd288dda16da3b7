import { getIncident } from '@salama/domain/incidents'
import { listCorridorIncidents } from '@salama/domain/network'
import type { Caller } from '@salama/domain/shared'
import { scanVehicleQr } from '@salama/domain/vehicles'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { corridorOf, routeOf } from '@/network/find.ts'
import { MAP_SIZE, type PictureWords } from './draw-picture.tsx'
import { incidentScene, lineScene } from './scenes.ts'

// What the pictures of shared links say. They are drawn from the same public replies as the pages: a coarse incident
// has only its coarse area and the hour, and times are those of a clock, because a picture stays in chats for days.

export async function incidentPicture(id: string, locale: Locale, caller: Caller): Promise<PictureWords | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [incident, t, tIncidents, category] = await Promise.all([
    getIncident(caller, { id }),
    getTranslations({ locale, namespace: 'picture' }),
    getTranslations({ locale, namespace: 'incidents' }),
    getTranslations({ locale, namespace: 'categories' }),
  ])
  const { what, where, sure } = incidentWords(incident, Date.parse(incident.lastSeenAt), tIncidents, category)
  const { moment, clock, shortDay } = timesIn(locale)
  const at = incident.firstSeenAt
  const when =
    incident.precision === 'coarse'
      ? t('reportedAround', { day: shortDay(at), time: clock(at) })
      : t('reportedAt', { time: moment(at) })
  return { kind: t('incident'), title: what, lines: [where, when, sure], map: incidentScene(incident, MAP_SIZE) }
}

export async function vehiclePicture(code: string, locale: Locale, caller: Caller): Promise<PictureWords | null> {
  const { data: input } = scanVehicleQr.operation.query.safeParse({ identifier: code })
  if (!input) return null
  const [vehicle, t] = await Promise.all([
    scanVehicleQr(caller, input),
    getTranslations({ locale, namespace: 'picture' }),
  ])
  const plate = formatPlate(vehicle.plate)
  const names = [vehicle.fleetName, vehicle.sacco?.name].filter((name) => name != null)
  return { kind: t('vehicle'), title: plate, plate, lines: [...names, t('vehicleWords')] }
}

export async function corridorPicture(name: string, locale: Locale, caller: Caller): Promise<PictureWords | null> {
  const corridor = await corridorOf(caller, name)
  if (!corridor) return null
  const [{ data }, t] = await Promise.all([
    listCorridorIncidents(caller, { id: corridor.id, limit: 100 }),
    getTranslations({ locale, namespace: 'picture' }),
  ])
  const live = data.filter(({ lifecycle }) => lifecycle === 'active').length
  return {
    kind: t('corridor'),
    title: corridor.name,
    lines: [t('live', { count: live, time: timesIn(locale).moment(new Date()) }), t('corridorWords')],
    map: await lineScene(corridor.id, caller, MAP_SIZE),
  }
}

export async function routePicture(name: string, locale: Locale, caller: Caller): Promise<PictureWords | null> {
  const route = await routeOf(caller, name)
  if (!route) return null
  const t = await getTranslations({ locale, namespace: 'picture' })
  return {
    kind: t('route'),
    title: route.name,
    lines: [t('corridorWords')],
    map: await lineScene(route.id, caller, MAP_SIZE),
  }
}
