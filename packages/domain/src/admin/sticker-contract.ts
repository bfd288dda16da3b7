import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { byId, Reason } from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

const ADMIN = { role: 'admin' } as const

const StickerWords = z.object({ title: z.string(), text: z.string() })

export const Sticker = z
  .object({
    vehicle: Vehicle,
    publicCode: z.string(),
    link: z.url().meta({ description: 'What the QR code says: the page of the vehicle in the riders’ app.' }),
    qrSvg: z.string().meta({ description: 'The QR code as an SVG document, black on white, with its quiet zone.' }),
    words: z.object({ en: StickerWords, sw: StickerWords }),
  })
  .meta({ id: 'Sticker', description: 'What is printed on the sticker inside a vehicle.' })

export const StickerBody = z
  .strictObject({
    rotate: z.boolean().default(false).meta({
      description:
        'The sticker was stolen or lost: give the vehicle a new code. The old one leads nowhere from then on.',
    }),
    reason: Reason.optional().meta({ description: 'Needed with `rotate`: why. It is kept in the audit log.' }),
  })
  .refine((body) => !body.rotate || body.reason !== undefined, {
    path: ['reason'],
    error: 'A new code needs a reason.',
  })
  .meta({ id: 'StickerBody', description: 'Which sticker to make.' })

export const makeVehicleSticker = operation({
  name: 'makeVehicleSticker',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/qr',
  tag: 'Admin',
  summary: "A vehicle's sticker",
  description:
    'What to print on the sticker inside a vehicle: its public code, the link, the QR code, and words in English and Swahili. With `rotate` it gets a new code first; a retired code is never given out again and is answered 404.',
  access: ADMIN,
  params: byId('vehicle'),
  body: StickerBody,
  reply: Sticker,
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { id: exampleVehicle.id },
    body: { rotate: false },
    reply: {
      vehicle: exampleVehicle,
      publicCode: 'V-7K3M9QXR',
      link: 'https://rider.salama.test/v/V-7K3M9QXR',
      qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" …></svg>',
      words: {
        en: { title: 'How is your ride?', text: 'Scan to rate this vehicle or to report what happened.' },
        sw: { title: 'Safari yako ikoje?', text: 'Changanua ili kutathmini gari hili au kuripoti kilichotokea.' },
      },
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
  tag: 'Admin',
  summary: 'Posters or stickers of vehicles, to print',
  description:
    'A PDF file with the QR codes of these vehicles, in English and Swahili: one A4 poster for each, or six stickers on each A4 sheet.',
  access: ADMIN,
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_POSTERS),
    sheet: z.enum(['poster', 'stickers']),
  }),
  reply: z.object({ fileName: z.string(), pdf: z.base64().meta({ description: 'The file.' }) }),
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    body: { ids: [exampleVehicle.id], sheet: 'poster' },
    reply: { fileName: 'salama-posters.pdf', pdf: 'JVBERi0xLjMK' },
  },
})
