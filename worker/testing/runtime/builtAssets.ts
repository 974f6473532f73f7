import { readFileSync } from 'node:fs'

const assets = new URL('../../../dist/assets', import.meta.url)

const read = (pathname: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return readFileSync(new URL(assets.href + pathname))
  } catch {
    return null
  }
}

/** The built assets, without headers: the worker copies none of them. */
export const builtAssets = {
  fetch: async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const file = read(pathname)
    return file === null ? new Response(null, { status: 404 }) : new Response(file)
  },
} as Fetcher
