/** Whether the client accepts brotli, not only Cloudflare's edge. */
const acceptsBrotli = (request: Request): boolean => {
  const asked = request.headers.get('accept-encoding') ?? ''
  // Cloudflare rewrites the header and stores the client's own here.
  const original = (request.cf as { clientAcceptEncoding?: string } | undefined)?.clientAcceptEncoding
  return [asked, original ?? asked].every((header) => /(^|[\s,])br($|[\s,;])(?!\s*q=0(\.0*)?($|[\s,]))/i.test(header))
}

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2). */
const matchesEtag = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * - `path`: of the plain file, from dist/assets
 * - `etag`: without quotes; one for both encodings, so it is sent as a weak one
 * - `headers`: of the response, except encoding, ETag and length
 */
type BuiltFile = { path: string; etag: string; headers: Record<string, string> }

/**
 * Returns a file of dist/assets: compressed with brotli at build time if the client accepts it, plain otherwise, 304 if the client has it.
 *
 * @returns null if there is no such file
 */
export const findBuiltFile = async (
  request: Request,
  assets: Fetcher,
  { path, etag, headers }: BuiltFile,
): Promise<Response | null> => {
  const common = { ...headers, etag: `W/"${etag}"` }
  if (matchesEtag(request, `"${etag}"`)) {
    const { 'content-type': _, ...kept } = common as Record<string, string>
    return new Response(null, { status: 304, headers: kept })
  }
  const brotli = acceptsBrotli(request)
  const file = await assets.fetch(new URL(brotli ? `${path}.br` : path, 'https://assets.invalid/'))
  if (!file.ok) return null
  const body = request.method === 'HEAD' ? null : file.body
  return brotli
    ? new Response(body, { headers: { ...common, 'content-encoding': 'br' }, encodeBody: 'manual' })
    : new Response(body, { headers: common })
}

/** Returns a file that this worker's build wrote, and throws if it is missing. */
export const builtFile = async (request: Request, assets: Fetcher, file: BuiltFile): Promise<Response> => {
  const found = await findBuiltFile(request, assets, file)
  if (found === null)
    throw new Error(`dist/assets${file.path} is missing: the build and the worker have different versions`)
  return found
}
