// Compresses the static files of an app, once, after they are built. Run in the app's folder.
import { packFiles } from '../src/pack-files.ts'
import { STATIC_FOLDERS } from '../src/static-files.ts'

for (const { folder } of STATIC_FOLDERS) console.log(`Compressed ${await packFiles(folder)} files of ${folder}`)
