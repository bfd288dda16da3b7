export { DOCUMENTS, loadDocuments, readDocuments } from './load-documents.ts'
