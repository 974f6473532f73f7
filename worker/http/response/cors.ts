/** CORS headers: any origin may read the response; `authorizeRequest` decides which origin may call. */
export const corsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'x-request-id, retry-after',
  vary: 'Origin',
})

/** The response to a preflight, which has no key. */
export const preflight = (request: Request, methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(request.headers.get('origin') ?? '*'),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'x-api-key, content-type',
      'access-control-max-age': '7200',
    },
  })
