import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { fromCityTime } from '@salama/domain/shared'
import { exportJWK, SignJWT } from 'jose'
import { badgeSigningKey } from '@/env.ts'

// A certificate as an Open Badge 3.0 (1EdTech), which is a Verifiable Credential (W3C): wallets and employers' systems
// can keep and check it without asking us. It says what the certificate's page says, and no more.

type Certificate = {
  code: string
  course: { slug: string; title: string; summary: string }
  issuedOn: string
  displayName: string | null
}

/** `base` is the public URL of the learning app. */
export function credentialOf({ code, course, issuedOn, displayName }: Certificate, base: string, criteria: string) {
  const named = displayName === null ? [] : [identity('name', displayName)]
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ] as const,
    id: `${base}/api/certificates/${code}/badge`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: course.title,
    issuer: { id: base, type: ['Profile'], name: 'Salama', url: base },
    validFrom: fromCityTime(`${issuedOn}T00:00`).toISOString(),
    credentialSubject: {
      // Names nobody: Open Badges 3.0 asks for an id in its token format.
      id: `${base}/en/certificates/${code}#holder`,
      type: ['AchievementSubject'],
      // Whoever shows the badge proves with nothing that they are this person; the code leads to the check.
      identifier: [identity('identifier', code), ...named],
      achievement: {
        id: `${base}/en/courses/${course.slug}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: course.title,
        description: course.summary,
        criteria: { narrative: criteria },
      },
    },
    evidence: [{ id: `${base}/en/certificates/${code}`, type: ['Evidence'], name: code }],
  }
}

const identity = (identityType: 'identifier' | 'name', identityHash: string) => ({
  type: 'IdentityObject',
  hashed: false,
  identityHash,
  identityType,
})

/** The key of this installation; null where none is set. */
export function signingKey(setting = badgeSigningKey()): KeyObject | null {
  if (!setting) return null
  return createPrivateKey({ key: Buffer.from(setting, 'base64url'), format: 'der', type: 'pkcs8' })
}

const keyUrl = (base: string) => `${base}/api/badge-key`

/** The public key, at the URL that a badge names as `kid`. */
export async function publicKey(key: KeyObject, base: string) {
  return { ...(await exportJWK(createPublicKey(key))), kid: keyUrl(base), alg: 'RS256', use: 'sig' }
}

/** The credential signed in the JSON Web Token proof format of Open Badges 3.0. */
export function signBadge(credential: ReturnType<typeof credentialOf>, key: KeyObject): Promise<string> {
  return new SignJWT({ ...credential })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyUrl(credential.issuer.id) })
    .setIssuer(credential.issuer.id)
    .setSubject(credential.credentialSubject.id)
    .setJti(credential.id)
    .setNotBefore(new Date(credential.validFrom))
    .sign(key)
}
