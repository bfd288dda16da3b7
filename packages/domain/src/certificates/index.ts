export { Certificate } from './contract.ts'
export { getCertificate } from './get-certificate.ts'
