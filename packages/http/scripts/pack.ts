// Compresses the static files of an app and hashes the scripts in its pages, once, after they are built. Run in the app's folder.
import { hashScripts } from '../src/hash-scripts.ts'
import { packFiles } from '../src/pack-files.ts'
import { STATIC_FOLDERS } from '../src/static-files.ts'

for (const { folder } of STATIC_FOLDERS) console.log(`Compressed ${await packFiles(folder)} files of ${folder}`)
console.log(`Hashed the scripts in ${await hashScripts('.')} pages`)
