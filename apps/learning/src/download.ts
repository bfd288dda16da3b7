/** A file that was made for this request, to be saved under a name. */
export const download = (body: BodyInit, type: string, filename: string) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
    },
  })
