export { Certificate } from './contract.ts'
export { getCertificate, getCertificateInApp } from './get-certificate.ts'
