import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { stickerLink, stickerWords } from './make-vehicle-sticker.ts'
import { drawSheets } from './sheets.ts'
import { printPosters as operation } from './sticker-contract.ts'

const Stored = z.looseObject({
  publicCode: z.string(),
  vehicle: z.looseObject({ plate: z.string(), fleetName: z.string().nullable() }),
})

/**
 * Posters or stickers of vehicles as one PDF file, in the requested order. No code is rotated.
 * @throws {DomainError} `not_found` when one of the vehicles does not exist
 */
export const printPosters = useCase(operation, async (caller, { ids, sheet }) => {
  const vehicles = await Promise.all(
    ids.map(async (id) => {
      const { publicCode, vehicle } = Stored.parse(await callRpc(caller, 'make_vehicle_sticker', { p_id: id }))
      return { publicCode, link: stickerLink(publicCode), plate: vehicle.plate, fleetName: vehicle.fleetName }
    }),
  )
  const pdf = await drawSheets(vehicles, sheet, await stickerWords())
  return { fileName: `salama-${sheet === 'poster' ? 'posters' : 'stickers'}.pdf`, pdf: pdf.toString('base64') }
})
