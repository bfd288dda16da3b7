import { z } from 'zod'
import { CITY } from '../shared/city.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { byId, Reason } from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

const StickerWords = z.object({ title: z.string(), text: z.string() })
const inEach = <T>(each: T) => Object.fromEntries(CITY.languages.map((language) => [language, each]))

export const Sticker = z
  .object({
    vehicle: Vehicle,
    publicCode: z.string(),
    link: z.url().describe('The content of the QR code: the URL of the vehicle’s page in the rider app.'),
    qrSvg: z.string().describe('The QR code as an SVG document, black on white, including its quiet zone.'),
    words: z.object(inEach(StickerWords)),
  })
  .meta({ id: 'Sticker', description: 'The content of a vehicle’s sticker.' })

export const StickerBody = z
  .strictObject({
    rotate: z
      .boolean()
      .default(false)
      .describe('Give the vehicle a new code, because the sticker was stolen or lost. The old code stops working.'),
    reason: Reason.optional().describe('Required with `rotate`: the reason, stored in the audit log.'),
  })
  .refine((body) => !body.rotate || body.reason !== undefined, {
    path: ['reason'],
    error: 'A new code requires a reason.',
  })
  .meta({ id: 'StickerBody', description: 'Options of a sticker.' })

export const makeVehicleSticker = operation({
  name: 'makeVehicleSticker',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/qr',
  ...forAdmins,
  summary: 'Get a vehicle’s sticker',
  description:
    'Returns the content of the sticker: public code, link, QR code, and texts in the languages of the city. With `rotate` the vehicle gets a new code first; a retired code is never reused and returns 404.',
  params: byId('vehicle'),
  body: StickerBody,
  reply: Sticker,
  errors: ['not_found'],
  examples: {
    params: { id: exampleVehicle.id },
    body: { rotate: false },
    reply: {
      vehicle: exampleVehicle,
      publicCode: 'V-7K3M9QXR',
      link: 'https://rider.salama.test/v/V-7K3M9QXR',
      qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" …></svg>',
      words: inEach({ title: 'How is your ride?', text: 'Scan to rate this vehicle or to report what happened.' }),
    },
  },
})

/** Most vehicles in one print file. */
export const MAX_POSTERS = 60

/** A route of the console only: other systems do not need print files. */
export const printPosters = operation({
  name: 'printPosters',
  method: 'post',
  path: '/api/vehicles/posters',
  ...forAdmins,
  summary: 'Print posters or stickers of vehicles',
  description:
    'Returns a PDF file with the QR codes of these vehicles, in the first two languages of the city: one A4 poster for each vehicle, or six stickers per A4 sheet.',
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_POSTERS),
    sheet: z.enum(['poster', 'stickers']),
  }),
  reply: z.object({ fileName: z.string(), pdf: z.base64().describe('The file.') }),
  errors: ['not_found'],
  examples: {
    body: { ids: [exampleVehicle.id], sheet: 'poster' },
    reply: { fileName: 'salama-posters.pdf', pdf: 'JVBERi0xLjMK' },
  },
})
