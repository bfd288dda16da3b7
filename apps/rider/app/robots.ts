import { connection } from 'next/server'
import { riderUrl } from '@/page-metadata.ts'

/** What crawlers may read: public pages, also those where people report and rate. Pages of one person are left out. */
const PRIVATE = [
  'account',
  'alerts',
  'my-reports',
  'outbox',
  'offline',
  'receipt',
  'ride',
  'trip',
  'sign-in',
  'sign-up',
]

export default async function robots() {
  await connection() // the public URL is a setting of the process
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', ...PRIVATE.map((page) => `/*/${page}`)] },
    sitemap: new URL('/sitemap.xml', riderUrl()).href,
  }
}
