import { fileURLToPath } from 'node:url'

/**
 * Bundles a page's script with its imports.
 *
 * @param entry the script's entry file
 */
const bundle = async (entry: URL): Promise<string> => {
  // Imported lazily, so that the shop starts faster.
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', entry)),
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(entry) },
    },
  })
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`Could not bundle ${entry.pathname}.`)
  return chunk.code
}

/** Serves a page's script, bundled at the first request. */
export const serveScript = (entry: URL) => {
  let script: Promise<string> | undefined
  return async () => ({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    body: await (script ??= bundle(entry)),
  })
}
