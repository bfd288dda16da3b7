import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { deletePictures } from '../machinery/photo-store.ts'

/** Deletes the pictures of erased photos and returns how many. Several servers may run it concurrently. */
export async function erasePhotos(requestId: string): Promise<number> {
  const caller = { kind: 'visitor', requestId } as const
  const objects = z.array(z.string()).parse(await callRpc(caller, 'list_erased_photos', {}))
  if (objects.length === 0) return 0
  await deletePictures(objects)
  await callRpc(caller, 'purge_erased_photos', { p_objects: objects })
  return objects.length
}
