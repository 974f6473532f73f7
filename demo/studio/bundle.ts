import { fileURLToPath } from 'node:url'

/** The studio's script with what it takes from the contract, in one piece; bundled at its first use, in a blink. */
export const bundleStudio = async (): Promise<string> => {
  // Not above: the shop starts without it.
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL('browser/main.ts', import.meta.url)) },
    },
  })
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The studio’s script was not bundled.')
  return chunk.code
}
