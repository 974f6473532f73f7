import type { Pages } from '../../contract/builtPages.ts'

/** dist/pages.json, which `npm run build` writes. Types come from here, so they hold without a build: see "imports" in package.json. */
declare const pages: Pages
export default pages
