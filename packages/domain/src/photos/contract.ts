import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { byId } from '../shared/shapes.ts'

/** The size limit of an uploaded photo in bytes. */
export const MAX_PHOTO_BYTES = 2 * 1024 * 1024

export const PhotoState = z.enum(['pending', 'passed', 'refused']).meta({
  id: 'PhotoState',
  description: '`pending`: no reviewer has passed it yet, and until then nobody but reviewers sees it.',
})

const PhotoReceived = z
  .object({
    id: z.uuid(),
    state: PhotoState,
    width: z.int(),
    height: z.int(),
    repeated: z.boolean().meta({ description: 'This photo had arrived before.' }),
  })
  .meta({ id: 'PhotoReceived' })

const add = {
  method: 'post',
  query: z.object({ photoId: z.uuidv4().meta({ description: 'Made by the client, once for each picture.' }) }),
  acceptsFile: true,
  maxBodyBytes: MAX_PHOTO_BYTES,
  body: z.object({ bytes: z.instanceof(Uint8Array) }),
  status: 201,
  location: null,
  errors: ['not_found', 'id_reused', 'invalid_transition', 'report_full', 'unreadable_photo', 'rate_limited'],
  cache: 'no-store',
} as const

const look = {
  method: 'get',
  access: { role: 'admin' },
  params: z.object({ id: z.uuid(), photoId: z.uuid() }),
  query: z.object({
    size: z
      .enum(['full', 'thumbnail'])
      .default('full')
      .optional()
      .meta({ description: '`thumbnail`: cropped to a square of 96 pixels, for lists.' }),
  }),
  errors: ['not_found'],
  cache: 'no-store',
} as const

const Picture = z.object({
  id: z.uuid(),
  width: z.int(),
  height: z.int(),
  mediaType: z.literal('image/webp'),
  base64: z.base64(),
})
const PHOTO_ID = '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11'
const exampleReceived = { id: PHOTO_ID, width: 1600, height: 1200, repeated: false }
const examplePicture = { id: PHOTO_ID, width: 1600, height: 1200, mediaType: 'image/webp', base64: 'UklGRg==' }
const exampleReport = { id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60' }
const exampleEntry = { id: '8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e' }

export const addReportPhoto = operation({
  ...add,
  name: 'addReportPhoto',
  path: '/api/report-incident/{id}/photos',
  tag: 'Reports',
  summary: 'Add a photo to your report',
  description:
    "Send it when the report has been answered, one request for each photo, at most three. The body is the picture itself (JPEG or WebP, at most 2 MB, 24 megapixels and 32 scans: shrink it to about 1600 pixels first), not a form. `id` is the report's id, `photoId` is made by the client once per picture (UUIDv4): sending the same again is safe and answers 200. Only the person or the phone that sent the report may add to it. The server draws the picture anew, so that no place, no device and nothing hidden in the file is kept. 404 `not_found`: no such report of this caller. 409 `invalid_transition`: it was withdrawn or closed meanwhile. 409 `report_full`: it has three photos. 422 `unreadable_photo`: not a picture that we take; `because` says why. In these cases do not send it again.",
  access: 'device',
  params: byId('report'),
  reply: PhotoReceived,
  examples: {
    params: exampleReport,
    query: { photoId: PHOTO_ID },
    reply: { ...exampleReceived, state: 'pending' },
  },
})

export const getReportPhoto = operation({
  ...look,
  name: 'getReportPhoto',
  path: '/api/reports/{id}/photos/{photoId}',
  tag: 'Reports',
  summary: 'Look at a photo of a report',
  description:
    'The picture itself, for a reviewer. It comes inside the answer and has no address of its own, so there is no link that could be passed on or outlive the look.',
  reply: Picture.extend({ state: PhotoState }),
  examples: {
    params: { ...exampleReport, photoId: PHOTO_ID },
    reply: { ...examplePicture, state: 'pending' },
  },
})

export const getOwnReportPhoto = operation({
  ...look,
  name: 'getOwnReportPhoto',
  access: 'user',
  path: '/api/my-reports/{id}/photos/{photoId}',
  tag: 'Reports',
  summary: 'A photo of your own report',
  description: 'The picture itself, inside the reply. A refused photo has none any more.',
  reply: Picture.extend({ state: PhotoState }),
  examples: {
    params: { ...exampleReport, photoId: PHOTO_ID },
    reply: { ...examplePicture, state: 'pending' },
  },
})

const EntryPhotoReceived = PhotoReceived.omit({ state: true }).meta({ id: 'EntryPhotoReceived' })

export const addCollectionEntryPhoto = operation({
  ...add,
  name: 'addCollectionEntryPhoto',
  path: '/api/submissions/{id}/photos',
  tag: 'Surveyor',
  summary: 'Add a photo to your collection entry',
  description:
    'Send it when the entry has been answered, one request for each photo, at most three. The body is the picture itself, as for a report: JPEG or WebP, at most 2 MB, 24 megapixels and 32 scans. `photoId` is made by the client once per picture (UUIDv4): sending the same again is safe and answers 200. The server draws the picture anew, so that no place, no device and nothing hidden in the file is kept. Only reviewers see it, and 90 days after the decision it is deleted. 404 `not_found`: no such entry of this surveyor. 409 `invalid_transition`: it is decided. 409 `report_full`: it has three photos. 422 `unreadable_photo`: not a picture that we take; `because` says why. In these cases do not send it again.',
  access: { role: 'surveyor' },
  params: byId('entry'),
  reply: EntryPhotoReceived,
  examples: {
    params: exampleEntry,
    query: { photoId: PHOTO_ID },
    reply: exampleReceived,
  },
})

export const getCollectionEntryPhoto = operation({
  ...look,
  name: 'getCollectionEntryPhoto',
  path: '/api/collection-entries/{id}/photos/{photoId}',
  tag: 'Surveyor',
  summary: 'Look at a photo of a collection entry',
  description: 'The picture itself, for a reviewer. It comes inside the answer and has no address of its own.',
  reply: Picture,
  examples: {
    params: { ...exampleEntry, photoId: PHOTO_ID },
    reply: examplePicture,
  },
})
