export { acceptDocument, acceptDocumentInApp } from './accept-document.ts'
export { DocumentAcceptance, LegalDocument } from './contract.ts'
export { getDocument } from './get-document.ts'
export { getDocumentAcceptance } from './get-document-acceptance.ts'
