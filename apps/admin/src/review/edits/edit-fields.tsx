'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { isForPhotos } from '../tasks.ts'
import { EditCollectionEntry } from './edit-collection-entry.tsx'
import { EditPhotos } from './edit-photos.tsx'
import { EditReport } from './edit-report.tsx'
import { EditVehicle } from './edit-vehicle.tsx'
import type { EditProps } from './edits.ts'

/** The fields in which a reviewer puts right what somebody said. What was said is kept beside it. */
export function EditFields({ entry, ...props }: EditProps & { entry: ReviewEntryDetail }) {
  const { subject } = entry
  switch (subject.kind) {
    case 'report':
      return (
        <>
          {!isForPhotos(entry) && <EditReport report={subject} {...props} />}
          <EditPhotos report={subject} {...props} />
        </>
      )
    case 'collection_entry':
      return <EditCollectionEntry said={subject.vehicle} {...props} />
    case 'dispute':
      return <EditVehicle said={subject.vehicle?.plate ?? null} {...props} />
    case 'feedback':
      return null
  }
}
