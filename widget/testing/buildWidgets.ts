import { build as viteBuild, createBuilder } from 'vite'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import { writePages } from '../build.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the widgets into `outDir`, like `npm run build` but with fast compression, without documentation and npm package. */
export const buildWidgets = async (outDir: string): Promise<void> =>
  writePages(
    await createBuilder({ root: repository, build: { outDir }, logLevel: 'error' }),
    constants.BROTLI_MIN_QUALITY,
  )

const bundle = async (entry: string): Promise<string> => {
  const output = await viteBuild({
    configFile: false,
    root: repository,
    logLevel: 'error',
    build: { write: false, target: 'es2022', minify: false, rolldownOptions: { input: entry } },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${entry} did not become one chunk`)
  return chunk.code
}

const bundles = new Map<string, Promise<string>>()

/** Bundles a module for a test page, and caches the result. */
export const bundleModule = (entry: string): Promise<string> => {
  const code = bundles.get(entry) ?? bundle(entry)
  bundles.set(entry, code)
  return code
}
