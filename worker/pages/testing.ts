/** The files of dist/assets, played: each says its own path, but for those that are missing, and those asked for are kept. */
export const playedAssets = (missing: readonly string[] = []): { fetcher: Fetcher; asked: string[] } => {
  const asked: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(pathname)
    const status = missing.includes(pathname) ? 404 : 200
    return Promise.resolve(new Response(pathname, { status }))
  }
  return { fetcher: { fetch } as Fetcher, asked }
}
