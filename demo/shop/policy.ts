/** Content security policy of a shop page: the shop itself, and the gateway's script and iframes. */
export const policyFor = (gateway: string, frames = gateway): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
    `frame-src ${frames}`,
    "style-src 'self'",
    "img-src 'self'",
    // Forms may redirect to a hosted checkout.
    `form-action 'self' ${gateway}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content security policy of a page rendered by one script of its own; `more` adds directives. */
export const scriptPagePolicy = (...more: readonly string[]): string => imagesPolicy("'self'", ...more)

/** As `scriptPagePolicy`, with other sources of images. */
export const imagesPolicy = (images: string, ...more: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    ...more,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
