import { randomBytes } from 'node:crypto'
import { callRpc } from '../machinery/call-rpc.ts'

/** Makes the random value for a device cookie (256 bits, base64url) and lets the database remember its hash. */
export async function registerDevice(requestId: string): Promise<string> {
  const device = randomBytes(32).toString('base64url')
  await callRpc({ kind: 'visitor', requestId }, 'register_device', { p_device: device })
  return device
}
