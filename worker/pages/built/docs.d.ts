import type { Docs } from '../../contract/builtPages.ts'

/** dist/docs.json, which `npm run build` writes. Types come from here, so they hold without a build: see "imports" in package.json. */
declare const docs: Docs
export default docs
