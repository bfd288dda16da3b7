export { addReportPhoto } from './add-report-photo.ts'
export { MAX_PHOTO_BYTES, MAX_PHOTOS, PhotoReceived, PhotoState } from './contract.ts'
export { erasePhotos } from './erase-photos.ts'
export { getReportPhoto } from './get-report-photo.ts'
