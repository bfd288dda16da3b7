import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// An authenticator in software: one ES256 key, answering as a browser passes it on (WebAuthn level 3, section 6).

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }
/** What an answer may differ in from an honest one. */
type Twist = { origin?: string; rpId?: string; flags?: number; userHandle?: string; challenge?: string }

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** User present and verified. */
const VERIFIED = 0x05
export const PRESENT = 0x01
const WITH_KEY = 0x40

export class SoftwareKey {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  readonly id = base64url(this.#id)
  readonly origin: string
  counter = 0
  userHandle = ''

  constructor(origin: string) {
    this.origin = origin
  }

  make(options: Options, twist: Twist = {}) {
    this.userHandle = options.user?.id ?? ''
    const length = Buffer.from([0, this.#id.length])
    const authData = Buffer.concat([
      this.#head(options.rp?.id, { flags: VERIFIED, ...twist }, WITH_KEY),
      ...[Buffer.alloc(16), length, this.#id, this.#cose()],
    ])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(authData)],
    ])
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options, twist)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  use(options: Options, twist: Twist = {}) {
    const clientData = this.#clientData('webauthn.get', options, twist)
    const authData = this.#head(options.rpId, { flags: VERIFIED, ...twist })
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#pair.privateKey)
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: twist.userHandle ?? this.userHandle,
    })
  }

  #answer = (response: object) => ({
    ...{ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response },
  })

  #clientData = (type: string, { challenge }: Options, twist: Twist) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...pick(twist) }))

  #head(rpId: string | undefined, twist: Twist, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(twist.rpId ?? rpId ?? ''), Buffer.from([(twist.flags ?? 0) | more]), counter])
  }

  /** { kty: EC2, alg: ES256, crv: P-256, x, y } */
  #cose(): Buffer {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    const [first, second] = [x, y].map((each) => bytes(Buffer.from(each, 'base64url')))
    return Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...pairOf(0x21, first), ...pairOf(0x22, second)])
  }
}

const pick = ({ origin, challenge }: Twist) => ({
  ...(origin !== undefined && { origin }),
  ...(challenge !== undefined && { challenge }),
})
const pairOf = (key: number, value = Buffer.alloc(0)) => [Buffer.from([key]), value]

/** CBOR of a short text, and of up to 255 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])
