import { build as viteBuild, createBuilder } from 'vite'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the widgets as `npm run build` does, into another folder. */
export const build = async (outDir: string): Promise<void> => {
  const builder = await createBuilder({ root: repository, build: { outDir }, logLevel: 'error' })
  await builder.buildApp()
}

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

/** Bundles one module by itself, once, for a page that shows nothing else. */
export const bundled = (entry: string): Promise<string> => {
  const made = bundles.get(entry) ?? bundle(entry)
  bundles.set(entry, made)
  return made
}
