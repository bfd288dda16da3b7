import { openDatabase } from '@salama/testing'
import { expect, test } from 'vitest'
import { feedDatabase } from './gtfs/test/feed-database.ts'
import { writeFeed } from './gtfs/test/small-feed.ts'
import { notCredited } from './list-feed-credits.ts'

test('those whom city.json credits, by name or by address, are not named twice', async () => {
  const city = feedDatabase(await openDatabase())
  await city.load(
    await writeFeed({
      'feed_info.txt': 'feed_publisher_name,feed_publisher_url\nTRAINING,http://www.digitalmatatus.com/\n',
      'attributions.txt': 'organization_name\nDIGITAL MATATUS\nBus Data\n',
    }),
  )
  expect(notCredited(await city.db.as('eve').rpc('list_feed_credits', {}))).toEqual([{ name: 'Bus Data', url: null }])
  await city.db.close()
})
