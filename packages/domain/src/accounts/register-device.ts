import { randomBytes } from 'node:crypto'
import { callRpc } from '../machinery/call-rpc.ts'

/**
 * Stores the hash of a device cookie's random value (256 bits, base64url), and generates a value where none is given.
 * Idempotent.
 */
export async function registerDevice(
  requestId: string,
  device = randomBytes(32).toString('base64url'),
): Promise<string> {
  await callRpc({ kind: 'visitor', requestId }, 'register_device', { p_device: device })
  return device
}
