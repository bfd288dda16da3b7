import bindings from 'gtfs-realtime-bindings'
import { expect, test } from 'vitest'
import { ALERT_OF, CATEGORIES, CATEGORY_CODES } from '../../shared/categories.ts'
import { EXAMPLE } from '../../shared/examples.ts'
import { ownTexts } from '../../shared/own-texts.ts'
import { exampleIncident, Incident } from '../contract.ts'
import { Rows } from '../memory-feed/feed-rows.ts'
import { type AlertSettings, alertOf } from './alert.ts'
import { CAUSES, EFFECTS, getServiceAlerts, SEVERITIES } from './contract.ts'
import { encodeHeader } from './encode.ts'
import { buildAlerts } from './index.ts'

// The rules of the GTFS-Realtime validator (https://github.com/MobilityData/gtfs-realtime-validator/blob/master/RULES.md)
// for alerts, and what Salama promises beyond them. What is sent is read by the bindings of MobilityData.

const { FeedMessage, Alert } = bindings.transit_realtime

const texts = Object.fromEntries(Object.entries(await ownTexts()).map(([language, { alert }]) => [language, alert]))
const wanted: AlertSettings = { certainty: 'corroborated', url: 'https://rider.example', texts }
const NOW_S = Date.parse('2026-11-20T06:53:10Z') / 1_000

const incident = (change: object = {}) => Incident.parse({ ...exampleIncident, ...change })
const rowOf = (each: Incident) => ({
  visibleUntil: 1,
  lastSeenAt: 1,
  lat: each.place.lat,
  lng: each.place.lng,
  incident: each,
})
const feedOf = (incidents: Incident[], feedId = '', settings = wanted) =>
  buildAlerts(Rows.parse(incidents.map(rowOf)), feedId, settings)
const decode = (bytes: Uint8Array) => FeedMessage.decode(Buffer.concat([encodeHeader('2.0', NOW_S), bytes]))
const idOf = (nth: number) => `0b6f2c1e-7c1d-4a61-9d0e-${String(nth).padStart(12, '0')}`

const everything = CATEGORY_CODES.map((category, nth) => incident({ id: idOf(nth), category }))
const message = decode(feedOf(everything).bytes)
const alerts = message.entity.map(({ alert }) => alert ?? expect.fail('An entity without an alert'))

test('E038, E048, E049, W001: the header has a known version, a time in POSIX seconds, and is of the whole data set', () => {
  expect(message.header.gtfsRealtimeVersion).toBe('2.0')
  expect(Number(message.header.timestamp)).toBe(NOW_S)
  expect(message.header.incrementality).toBe(0)
})

test('E039: no entity of a whole data set is deleted; each has an alert alone', () => {
  expect(message.entity).toHaveLength(7)
  for (const { isDeleted, tripUpdate, vehicle } of message.entity)
    expect([isDeleted, tripUpdate ?? null, vehicle ?? null]).toEqual([false, null, null])
})

test('E052: ids are unique, and stay while the incident is live', () => {
  expect(new Set(message.entity.map(({ id }) => id)).size).toBe(7)
  const later = incident({ reports: 9, lastSeenAt: '2026-11-20T07:30:00Z', corroboration: 'verified' })
  expect(decode(feedOf([later]).bytes).entity[0]?.id).toBe(exampleIncident.id)
})

test('E032, E033: every alert has informed entities, and each of them names something', () => {
  for (const { informedEntity } of alerts) {
    expect(informedEntity?.length).toBeGreaterThan(0)
    for (const entity of informedEntity ?? []) expect(entity.stopId || entity.routeId).toBeTruthy()
  }
})

test('E004, E011: routes and stops are those of the GTFS feed', () => {
  expect(alerts[0]?.informedEntity).toMatchObject([{ stopId: '0100KOJ' }, { routeId: '50100045T11' }])
})

test('E001: active periods are in POSIX seconds, and end after they begin', () => {
  for (const { activePeriod } of alerts) {
    const [{ start, end } = expect.fail('No period'), ...others] = activePeriod ?? []
    expect(others).toEqual([])
    expect([Number(start), Number(end)]).toEqual([
      Date.parse(exampleIncident.firstSeenAt) / 1_000,
      Date.parse(exampleIncident.expiresAt) / 1_000,
    ])
    expect(Number(start)).toBeLessThan(Number(end))
  }
})

test('every alert has cause, effect, severity, and texts and a link in each language of the city', () => {
  for (const alert of alerts) {
    expect([alert.cause, alert.effect, alert.severityLevel]).not.toContain(1) // unknown
    for (const text of [alert.headerText, alert.descriptionText, alert.url]) {
      expect(text?.translation?.map(({ language }) => language)).toEqual(Object.keys(texts))
      for (const { text: words } of text?.translation ?? []) expect(words).not.toMatch(/^$|[{}]|undefined/)
    }
  }
  expect(alerts[0]?.headerText?.translation?.[0]?.text).toContain(exampleIncident.placeName)
  expect(alerts[0]?.url?.translation?.[0]?.text).toBe(`https://rider.example/en/incidents/${idOf(0)}`)
})

test('names and numbers are those of gtfs-realtime.proto', () => {
  expect(Alert.Cause).toMatchObject(CAUSES)
  expect(Alert.Effect).toMatchObject(EFFECTS)
  expect(Alert.SeverityLevel).toMatchObject(SEVERITIES)
})

test('the JSON is that of the same protocol buffers', () => {
  const { json, bytes } = feedOf([incident({ routes: [{ ...incident().routes?.[0], directionId: 1 }] })])
  const header = { gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET', timestamp: String(NOW_S) }
  const sent = { header, entity: JSON.parse(`[${json}]`) }
  expect(FeedMessage.toObject(decode(bytes), { enums: String, longs: String })).toEqual(sent)
  expect(getServiceAlerts.reply.parse(sent)).toEqual(sent)
  expect(sent.entity[0].alert.informedEntity).toContainEqual({ routeId: '50100045T11', directionId: 1 })
})

test.each([
  ['a coarse one', { precision: 'coarse' }],
  ['one that is not sure enough', { corroboration: 'unverified' }],
  ['a disputed one', { corroboration: 'disputed' }],
  ['one that affects no stop and no route', { stops: [], routes: [] }],
  ['one whose stops and routes nobody looked for', { stops: undefined, routes: undefined }],
])('makes no alert of %s', (_, change) => {
  expect(alertOf(incident(change), wanted)).toBeNull()
})

test('begins at the certainty that the operator has set', () => {
  const sureFrom = (certainty: AlertSettings['certainty']) =>
    (['unverified', 'corroborated', 'verified', 'disputed'] as const).filter(
      (corroboration) => alertOf(incident({ corroboration }), { ...wanted, certainty }) !== null,
    )
  expect(sureFrom('unverified')).toEqual(['unverified', 'corroborated', 'verified'])
  expect(sureFrom('corroborated')).toEqual(['corroborated', 'verified'])
  expect(sureFrom('verified')).toEqual(['verified'])
})

test('has only what is in the GTFS feed that was asked for', () => {
  expect(decode(feedOf([incident()], 'another').bytes).entity).toEqual([])
  expect(decode(feedOf([incident()], EXAMPLE.feed).bytes).entity).toHaveLength(1)
})

test('makes alerts of every category with an exact place, and of no other', () => {
  expect(CATEGORY_CODES.filter((code) => ALERT_OF[code])).toEqual(
    CATEGORY_CODES.filter((code) => CATEGORIES[code].visibility === 'public'),
  )
})

test('has another ETag exactly when an alert is another', () => {
  const { etag } = feedOf([incident()])
  expect(feedOf([incident()]).etag).toBe(etag)
  expect(feedOf([incident(), incident({ id: idOf(1), corroboration: 'unverified' })]).etag).toBe(etag)
  expect(feedOf([incident({ expiresAt: '2026-11-20T11:00:00Z' })]).etag).not.toBe(etag)
})
