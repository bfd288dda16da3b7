export { addCollectionEntryPhoto, addReportPhoto } from './add-photo.ts'
export { erasePhotos } from './erase-photos.ts'
export { getCollectionEntryPhoto, getReportPhoto } from './get-photo.ts'
