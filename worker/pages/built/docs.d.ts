import type { DocsManifest } from '../../contract/builtPages.ts'

/** dist/docs.json, which `npm run build` writes. Types come from here, so they hold without a build: see "imports" in package.json. */
declare const docs: DocsManifest
export default docs
