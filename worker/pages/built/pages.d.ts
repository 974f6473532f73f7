import type { PagesManifest } from '../../contract/builtPages.ts'

/** dist/pages.json, which `npm run build` writes. Types come from here, so they hold without a build: see "imports" in package.json. */
declare const pages: PagesManifest
export default pages
