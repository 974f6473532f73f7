import { fileURLToPath } from 'node:url'

/**
 * A page's script with all that it imports, in one piece; bundled when it is first asked for, in a blink.
 *
 * @param entry the file that the page's script starts in
 */
const bundle = async (entry: URL): Promise<string> => {
  // Not above: the shop starts without it.
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
  if (chunk?.type !== 'chunk') throw new Error(`${entry.pathname} was not bundled.`)
  return chunk.code
}

/** Answers the script of a page, bundled once. */
export const serveScript = (entry: URL) => {
  let script: Promise<string> | undefined
  return async () => ({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8' },
    body: await (script ??= bundle(entry)),
  })
}
