import { PbfWriter } from 'pbf'
import type { z } from 'zod'
import { type Alert, type AlertEntity, CAUSES, EFFECTS, SEVERITIES, type Translated } from './contract.ts'

// Alerts as protocol buffers, by the numbers of gtfs-realtime.proto.

type Texts = z.infer<typeof Translated>

type Translation = Texts['translation'][number]
type Period = z.infer<typeof Alert>['activePeriod'][number]

const translation = ({ text, language }: Translation, pbf: PbfWriter) => {
  pbf.writeStringField(1, text)
  pbf.writeStringField(2, language)
}
const translated = (texts: Texts, pbf: PbfWriter) => {
  for (const each of texts.translation) pbf.writeMessage(1, translation, each)
}
const period = ({ start, end }: Period, pbf: PbfWriter) => {
  pbf.writeVarintField(1, Number(start))
  pbf.writeVarintField(2, Number(end))
}

function entity({ routeId, stopId, directionId }: AlertEntity, pbf: PbfWriter): void {
  if (routeId !== undefined) pbf.writeStringField(2, routeId)
  if (stopId !== undefined) pbf.writeStringField(5, stopId)
  if (directionId !== undefined) pbf.writeVarintField(6, directionId)
}

function alert(sent: z.infer<typeof Alert>, pbf: PbfWriter): void {
  for (const each of sent.activePeriod) pbf.writeMessage(1, period, each)
  for (const informed of sent.informedEntity) pbf.writeMessage(5, entity, informed)
  pbf.writeVarintField(6, CAUSES[sent.cause])
  pbf.writeVarintField(7, EFFECTS[sent.effect])
  pbf.writeMessage(8, translated, sent.url)
  pbf.writeMessage(10, translated, sent.headerText)
  pbf.writeMessage(11, translated, sent.descriptionText)
  pbf.writeVarintField(14, SEVERITIES[sent.severityLevel])
}

const entityOf = ({ id, sent }: { id: string; sent: z.infer<typeof Alert> }, pbf: PbfWriter) => {
  pbf.writeStringField(1, id)
  pbf.writeMessage(5, alert, sent)
}
const headerOf = ({ version, timestamp }: { version: string; timestamp: number }, pbf: PbfWriter) => {
  pbf.writeStringField(1, version)
  pbf.writeVarintField(2, 0) // the whole data set
  pbf.writeVarintField(3, timestamp)
}

/** The field `entity` of a FeedMessage with one alert. */
export function encodeEntity(id: string, sent: z.infer<typeof Alert>): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(2, entityOf, { id, sent })
  return pbf.finish()
}

/** The field `header` of a FeedMessage, with its time in seconds. */
export function encodeHeader(version: string, timestamp: number): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(1, headerOf, { version, timestamp })
  return pbf.finish()
}
