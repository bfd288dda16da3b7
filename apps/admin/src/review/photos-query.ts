import type { getCollectionEntryPhoto, getReportPhoto } from '@salama/domain/photos/contract'
import { call } from '@salama/http/call'
import { queryOptions } from '@tanstack/react-query'

const FOLDERS = { report: 'reports', collection_entry: 'collection-entries' } as const
export type PhotoKind = keyof typeof FOLDERS

/** A picture as a data URL: it is part of a response and has no URL of its own. Discarded when it is not shown. */
export const photoQuery = (kind: PhotoKind, subjectId: string, photoId: string, size: 'full' | 'thumbnail') =>
  queryOptions({
    queryKey: ['photo', kind, subjectId, photoId, size],
    queryFn: async ({ signal }) => {
      const { mediaType, base64 } = await call<typeof getReportPhoto | typeof getCollectionEntryPhoto>(
        `GET /api/${FOLDERS[kind]}/{id}/photos/{photoId}`,
        { params: { id: subjectId, photoId }, query: { size }, signal },
      )
      return `data:${mediaType};base64,${base64}`
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: size === 'full' ? 0 : 60_000,
  })
