import { z } from 'zod'
import { operation } from '../shared/operation.ts'

/** What a photo may have in bytes when it is sent. */
export const MAX_PHOTO_BYTES = 2 * 1024 * 1024

export const PhotoState = z.enum(['pending', 'passed', 'refused']).meta({
  id: 'PhotoState',
  description: '`pending`: no reviewer has passed it yet, and until then nobody but reviewers sees it.',
})

export const PhotoReceived = z
  .object({
    id: z.uuid(),
    state: PhotoState,
    width: z.int(),
    height: z.int(),
    repeated: z.boolean().meta({ description: 'This photo had arrived before.' }),
  })
  .meta({ id: 'PhotoReceived' })

export const addReportPhoto = operation({
  name: 'addReportPhoto',
  method: 'post',
  path: '/api/report-incident/{id}/photos',
  tag: 'Reports',
  summary: 'Add a photo to your report',
  description:
    "Send it when the report has been answered, one request for each photo, at most three. The body is the picture itself (JPEG or WebP, at most 2 MB and 24 megapixels: shrink it to about 1600 pixels first), not a form. `id` is the report's id, `photoId` is made by the client once per picture (UUIDv4): sending the same again is safe and answers 200. Only the person or the phone that sent the report may add to it. The server draws the picture anew, so that no place, no device and nothing hidden in the file is kept. 404 `not_found`: no such report of this caller. 409 `invalid_transition`: it was withdrawn or closed meanwhile. 409 `report_full`: it has three photos. 422 `unreadable_photo`: not a picture that we take. In these cases do not send it again.",
  access: 'device',
  params: z.object({ id: z.uuid().meta({ description: 'The id of the report.' }) }),
  query: z.object({ photoId: z.uuidv4().meta({ description: 'Made by the client, once for each picture.' }) }),
  takesFile: true,
  maxBodyBytes: MAX_PHOTO_BYTES,
  body: z.object({ bytes: z.instanceof(Uint8Array) }),
  reply: PhotoReceived,
  status: 201,
  location: null,
  errors: ['not_found', 'id_reused', 'invalid_transition', 'report_full', 'unreadable_photo', 'rate_limited'],
  cache: 'no-store',
  examples: {
    params: { id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60' },
    query: { photoId: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11' },
    reply: {
      id: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11',
      state: 'pending',
      width: 1600,
      height: 1200,
      repeated: false,
    },
  },
})

export const getReportPhoto = operation({
  name: 'getReportPhoto',
  method: 'get',
  path: '/api/reports/{id}/photos/{photoId}',
  tag: 'Reports',
  summary: 'Look at a photo of a report',
  description:
    'The picture itself, for a reviewer. It comes inside the answer and has no address of its own, so there is no link that could be passed on or outlive the look.',
  access: { role: 'admin' },
  params: z.object({ id: z.uuid(), photoId: z.uuid() }),
  reply: z.object({
    id: z.uuid(),
    state: PhotoState,
    width: z.int(),
    height: z.int(),
    mediaType: z.literal('image/webp'),
    base64: z.base64(),
  }),
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60', photoId: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11' },
    reply: {
      id: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11',
      state: 'pending',
      width: 1600,
      height: 1200,
      mediaType: 'image/webp',
      base64: 'UklGRg==',
    },
  },
})

export const EntryPhotoReceived = PhotoReceived.omit({ state: true }).meta({ id: 'EntryPhotoReceived' })

const examplePhoto = {
  params: { id: '8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e' },
  photoId: '3c0d1a52-94d0-4b6b-8f0e-0a7f0f3f9b11',
} as const

export const addCollectionEntryPhoto = operation({
  name: 'addCollectionEntryPhoto',
  method: 'post',
  path: '/api/submissions/{id}/photos',
  tag: 'Surveyor',
  summary: 'Add a photo to your collection entry',
  description:
    'Send it when the entry has been answered, one request for each photo, at most three. The body is the picture itself, as for a report: JPEG or WebP, at most 2 MB and 24 megapixels. `photoId` is made by the client once per picture (UUIDv4): sending the same again is safe and answers 200. The server draws the picture anew, so that no place, no device and nothing hidden in the file is kept. Only reviewers see it, and 90 days after the decision it is deleted. 404 `not_found`: no such entry of this surveyor. 409 `invalid_transition`: it is decided. 409 `report_full`: it has three photos. 422 `unreadable_photo`: not a picture that we take. In these cases do not send it again.',
  access: { role: 'surveyor' },
  params: z.object({ id: z.uuid().meta({ description: 'The id of the entry.' }) }),
  query: z.object({ photoId: z.uuidv4().meta({ description: 'Made by the client, once for each picture.' }) }),
  takesFile: true,
  maxBodyBytes: MAX_PHOTO_BYTES,
  body: z.object({ bytes: z.instanceof(Uint8Array) }),
  reply: EntryPhotoReceived,
  status: 201,
  location: null,
  errors: ['not_found', 'id_reused', 'invalid_transition', 'report_full', 'unreadable_photo', 'rate_limited'],
  cache: 'no-store',
  examples: {
    params: examplePhoto.params,
    query: { photoId: examplePhoto.photoId },
    reply: { id: examplePhoto.photoId, width: 1600, height: 1200, repeated: false },
  },
})

export const getCollectionEntryPhoto = operation({
  name: 'getCollectionEntryPhoto',
  method: 'get',
  path: '/api/collection-entries/{id}/photos/{photoId}',
  tag: 'Surveyor',
  summary: 'Look at a photo of a collection entry',
  description: 'The picture itself, for a reviewer. It comes inside the answer and has no address of its own.',
  access: { role: 'admin' },
  params: z.object({ id: z.uuid(), photoId: z.uuid() }),
  reply: z.object({
    id: z.uuid(),
    width: z.int(),
    height: z.int(),
    mediaType: z.literal('image/webp'),
    base64: z.base64(),
  }),
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { ...examplePhoto.params, photoId: examplePhoto.photoId },
    reply: { id: examplePhoto.photoId, width: 1600, height: 1200, mediaType: 'image/webp', base64: 'UklGRg==' },
  },
})
