import encodeQR from 'qr'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { riderUrl } from '../machinery/env.ts'
import { useCase } from '../machinery/use-case.ts'
import { ownTexts } from '../shared/own-texts.ts'
import { PRINTED } from '../shared/qr.ts'
import { makeVehicleSticker as operation } from './sticker-contract.ts'

/** The QR code of a sticker as an SVG document, black on white. */
const stickerSvg = (link: string) => encodeQR(link, 'svg', PRINTED)

const Stored = z.looseObject({ publicCode: z.string() })

/** What is written beside the code, in each language of the city. */
export const stickerWords = async () =>
  Object.fromEntries(Object.entries(await ownTexts()).map(([language, { sticker }]) => [language, sticker]))

/** The page of a vehicle in the riders' app. */
export const stickerLink = (publicCode: string) => `${riderUrl()}/v/${publicCode}`

/** What to print on the sticker inside a vehicle. @throws {DomainError} `not_found` */
export const makeVehicleSticker = useCase(operation, async (caller, { id, rotate, reason }) => {
  const stored = Stored.parse(
    await callRpc(caller, 'make_vehicle_sticker', { p_id: id, p_rotate: rotate, p_reason: reason }),
  )
  const link = stickerLink(stored.publicCode)
  return { ...stored, link, qrSvg: stickerSvg(link), words: await stickerWords() }
})
