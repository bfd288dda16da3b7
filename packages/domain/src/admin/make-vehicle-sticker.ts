import encodeQR from 'qr'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { riderUrl } from '../machinery/env.ts'
import { useCase } from '../machinery/use-case.ts'
import { makeVehicleSticker as operation } from './contract.ts'

const Stored = z.looseObject({ publicCode: z.string() })

export const STICKER_WORDS = {
  en: { title: 'How is your ride?', text: 'Scan to rate this vehicle or to report what happened.' },
  sw: { title: 'Safari yako ikoje?', text: 'Changanua ili kutathmini gari hili au kuripoti kilichotokea.' },
}

/**
 * The code on a sticker bears a quarter of it being scratched or dirty (level Q), and has the quiet zone of four modules
 * that ISO/IEC 18004 asks for.
 */
export const STICKER_QR = { ecc: 'quartile', border: 4 } as const

/** The page of a vehicle in the riders' app. */
export const stickerLink = (publicCode: string) => `${riderUrl()}/v/${publicCode}`

/** What to print on the sticker inside a vehicle. @throws {DomainError} `not_found` */
export const makeVehicleSticker = useCase(operation, async (caller, { id, rotate, reason }) => {
  const stored = Stored.parse(
    await callRpc(caller, 'make_vehicle_sticker', { p_id: id, p_rotate: rotate, p_reason: reason }),
  )
  const link = stickerLink(stored.publicCode)
  return { ...stored, link, qrSvg: encodeQR(link, 'svg', STICKER_QR), words: STICKER_WORDS }
})
