/** The files of dist/assets, played: each says its own path, and those asked for are kept. */
export const playedAssets = (): { fetcher: Fetcher; asked: string[] } => {
  const asked: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(pathname)
    return Promise.resolve(new Response(pathname))
  }
  return { fetcher: { fetch } as Fetcher, asked }
}
