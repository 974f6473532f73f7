/** A fake of dist/assets: each file contains its own path. Records the requested paths. */
export const fakeAssets = (missing: readonly string[] = []): { fetcher: Fetcher; requested: string[] } => {
  const requested: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    requested.push(pathname)
    const status = missing.includes(pathname) ? 404 : 200
    return Promise.resolve(new Response(pathname, { status }))
  }
  return { fetcher: { fetch } as Fetcher, requested }
}
