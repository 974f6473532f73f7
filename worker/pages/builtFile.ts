/** Whether the client itself, and not only the edge in front of us, reads brotli. */
const readsBrotli = (request: Request): boolean => {
  const asked = request.headers.get('accept-encoding') ?? ''
  // Cloudflare rewrites the header and keeps the client's own here.
  const original = (request.cf as { clientAcceptEncoding?: string } | undefined)?.clientAcceptEncoding
  return [asked, original ?? asked].every((header) => /(^|[\s,])br($|[\s,;])(?!\s*q=0(\.0*)?($|[\s,]))/i.test(header))
}

/** Whether the client already has this version (RFC 9110, 13.1.2). */
const has = (request: Request, etag: string): boolean =>
  (request.headers.get('if-none-match') ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/**
 * - `path`: of the plain file, from dist/assets
 * - `etag`: without quotes; one for both encodings, so it goes out as a weak one
 * - `headers`: of the answer, but for encoding, ETag and length
 */
type BuiltFile = { path: string; etag: string; headers: Record<string, string> }

/**
 * Answers with a file that may be in dist/assets: the one that was compressed at build time where the client reads
 * brotli, the plain one otherwise; 304 where the client has it.
 *
 * @returns null where there is no such file
 */
export const findBuiltFile = async (
  request: Request,
  assets: Fetcher,
  { path, etag, headers }: BuiltFile,
): Promise<Response | null> => {
  const common = { ...headers, etag: `W/"${etag}"` }
  if (has(request, `"${etag}"`)) {
    const { 'content-type': _, ...kept } = common as Record<string, string>
    return new Response(null, { status: 304, headers: kept })
  }
  const brotli = readsBrotli(request)
  const file = await assets.fetch(new URL(brotli ? `${path}.br` : path, 'https://assets.invalid/'))
  if (!file.ok) return null
  const body = request.method === 'HEAD' ? null : file.body
  return brotli
    ? new Response(body, { headers: { ...common, 'content-encoding': 'br' }, encodeBody: 'manual' })
    : new Response(body, { headers: common })
}

/** Answers with a file that the build of this very worker left in dist/assets, as above. */
export const builtFile = async (request: Request, assets: Fetcher, file: BuiltFile): Promise<Response> => {
  const found = await findBuiltFile(request, assets, file)
  if (found === null)
    throw new Error(`dist/assets${file.path} is missing: the build and the worker are not of one version`)
  return found
}
